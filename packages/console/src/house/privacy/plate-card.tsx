import type { PlateSummary } from "@gatehouse/contract/entities/privacy";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button, TextInput } from "@mantine/core";
import { IconDownload, IconSearch, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { useDownload } from "../../api/use-download.ts";
import { useForm } from "../../forms/use-form.ts";
import { Card } from "../../ui/card.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { askToType } from "../../ui/yes-no.ts";
import classes from "./privacy.module.css";

/** What is stored about one plate, its export and its erasure. */
export function PlateCard() {
  const [found, setFound] = useState<PlateSummary>();
  const form = useForm<{ plate: string }, { plate: string }>({
    draft: "plate",
    initial: { plate: "" },
    schema: () => import("@gatehouse/contract/entities/privacy").then((file) => file.plateParams),
    toPayload: ({ plate }) => ({ plate: plate.trim() === "" ? undefined : plate.trim() }),
  });
  const lookUp = useAction("GET /privacy/plates/{plate}", { topics: [], onSuccess: setFound });
  const erase = useAction("DELETE /privacy/plates/{plate}", {
    topics: ["events"],
    onSuccess: () => setFound(undefined),
  });
  return (
    <Card
      title="Requests about one plate"
      purpose="What a person may ask for: everything that is stored about a vehicle, and its erasure. Both are recorded in the audit trail."
    >
      <form
        ref={form.ref}
        className={classes.lookUp}
        noValidate
        onSubmit={(event) => void form.onSubmit((params) => lookUp.mutate({ params }))(event)}
      >
        <TextInput
          name="plate"
          label="Plate"
          autoComplete="off"
          value={form.values.plate}
          error={form.errors.plate}
          onChange={(event) => form.set("plate", event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconSearch size={16} aria-hidden />}
          loading={lookUp.isPending}
        >
          Look up
        </Button>
      </form>
      {found !== undefined && (
        <FoundPlate
          found={found}
          isErasing={erase.isPending}
          onErase={() => erase.mutate({ params: { plate: found.plate } })}
        />
      )}
    </Card>
  );
}

interface FoundPlateProps {
  found: PlateSummary;
  isErasing: boolean;
  onErase: () => void;
}

function FoundPlate({ found, isErasing, onErase }: FoundPlateProps) {
  const may = useMay();
  const { timeZone } = useSite();
  const download = useDownload("GET /privacy/plates/{plate}/export");
  const { plate, records, pictures, hashedEvents, firstAt, lastAt, refusal } = found;
  if (records.length === 0) {
    return (
      <p className={classes.muted} role="status">
        Nothing is stored about {plate}.
      </p>
    );
  }
  const confirm = async () => {
    const text = `Erase ${plate}? Its records and pictures are deleted, and its events become anonymous. Report files and the audit trail are not changed. This can't be undone.`;
    if (await askToType(text, plate)) onErase();
  };
  return (
    <section className={classes.found} aria-label={`Stored about ${plate}`}>
      <div className={classes.plate}>
        <PlateFace text={plate} />
        {firstAt !== null && lastAt !== null && (
          <p>
            Events from <DateTime at={firstAt} timeZone={timeZone} /> to <DateTime at={lastAt} timeZone={timeZone} />
          </p>
        )}
      </div>
      <dl className={classes.counts}>
        {[...records, ...(pictures > 0 ? [{ table: "pictures", title: "Pictures", count: pictures }] : [])].map(
          ({ table, title, count }) => (
            <div key={table}>
              <dt>{title}</dt>
              <dd>{count.toLocaleString("en-GB")}</dd>
            </div>
          ),
        )}
      </dl>
      {hashedEvents > 0 && (
        <p className={classes.muted}>
          {formatCount(hashedEvents, "event")} with the hash of this plate, because the retention of plates has ended.
        </p>
      )}
      {refusal !== null && (
        <p className={classes.refusal} role="note">
          It can't be erased: {refusal}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate({ params: { plate }, name: `plate-${plate}.zip` })}
        >
          Export
        </Button>
        {may("DELETE /privacy/plates/{plate}") && (
          <Button
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={refusal !== null}
            loading={isErasing}
            onClick={() => void confirm()}
          >
            Erase
          </Button>
        )}
      </div>
    </section>
  );
}
