import { type VehicleType, vehicleTypes, vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { Button, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useAction } from "../../api/use-action.ts";
import { Card } from "../../ui/card.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { MultiChoice } from "../../ui/multi-choice.tsx";
import classes from "./vehicle-types-card.module.css";

const query = callQuery("code_selections", "GET /configs/rfid-ac/vehicle-types");
const choices = vehicleTypes.map((value) => ({ value, label: vehicleTypeTitles[value] }));

/** CFG-5: which vehicles RFID access control tells apart. */
export default function VehicleTypesCard() {
  const queries = useQueryClient();
  const stored = useQuery(query);
  const [edited, setEdited] = useState<readonly VehicleType[]>();
  const update = useAction("PUT /configs/rfid-ac/vehicle-types", {
    topics: ["code_selections"],
    onSuccess: (answer) => {
      queries.setQueryData(query.queryKey, answer);
      setEdited(undefined);
    },
  });
  const before = stored.data?.vehicleTypes;
  const now = edited ?? before ?? [];
  const isSame = before === undefined || (now.length === before.length && now.every((type) => before.includes(type)));
  return (
    <Card title="Vehicle Types" purpose="The vehicle types that RFID access control knows.">
      {stored.isError && before === undefined && (
        <LoadFailure
          text={errorText(stored.error, "Failed to fetch vehicle types")}
          onRetry={() => void stored.refetch()}
        />
      )}
      {stored.isPending && <Skeleton height={58} />}
      {before !== undefined && (
        <div className={classes.row}>
          <MultiChoice
            label="Vehicle Types"
            placeholder="Choose vehicle types"
            choices={choices}
            value={now}
            onChange={(types) => setEdited(types as VehicleType[])}
          />
          <Button
            disabled={isSame}
            loading={update.isPending}
            onClick={() => update.mutate({ body: { vehicleTypes: [...now] } })}
          >
            Update
          </Button>
        </div>
      )}
    </Card>
  );
}
