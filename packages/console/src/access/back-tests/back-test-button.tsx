import { firstRule, type policyRule } from "@gatehouse/contract/entities/access/rule";
import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type * as z from "zod";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import classes from "./back-test.module.css";

const BackTestSheet = lazyWithRetry(() => import("./back-test-sheet.tsx"));

type DraftRule = z.input<typeof policyRule>;

interface BackTestButtonProps {
  /** The rule as it would be saved; it is tried out as if it were enforced. */
  draft: Record<string, unknown>;
}

/** Back-tests the rule that is being edited together with all other rules. */
export function BackTestButton({ draft }: BackTestButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { id } = useOpenRecord("access_rules");
  const may = useMay();
  const { data: rules } = useQuery(callQuery("access_rules", "GET /access/rules"));
  if (rules === undefined || !may("POST /access/back-tests")) return null;
  const tried = { ...draft, mode: "enforced" } as DraftRule;
  const others: DraftRule[] = rules.length === 0 ? [firstRule] : rules.filter((rule) => rule.id !== id);
  return (
    <>
      <Button
        className={classes.open}
        variant="default"
        size="xs"
        leftSection={<IconHistory size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Back-test
      </Button>
      {isOpen && (
        <Suspense>
          <BackTestSheet
            title="Back-test"
            purpose="What would have changed if this rule had been enforced, together with all other rules? Nothing is saved."
            tried={{ rules: [...others, tried] }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
