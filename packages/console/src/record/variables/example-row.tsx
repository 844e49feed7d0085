import { partsOf, type Term } from "@gatehouse/contract/entities/variable";
import { ActionIcon, TextInput } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconTrash } from "@tabler/icons-react";
import { formatNumber } from "../../ui/format-number.ts";
import { type ExampleDraft, evaluateExample, inputOf, variablesOf, withInput } from "./example-draft.ts";
import classes from "./examples-field.module.css";

interface ExampleRowProps {
  number: number;
  terms: readonly Term[];
  example: ExampleDraft;
  nameOf: (id: number) => string;
  /** By full path. */
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (example: ExampleDraft) => void;
  onRemove: () => void;
}

/** An example: a number for each variable, and the expected result. */
export function ExampleRow({ number, terms, example, nameOf, errors, onChange, onRemove }: ExampleRowProps) {
  const path = `examples.${number - 1}`;
  const signOf = new Map(partsOf(terms).map(({ id, sign }) => [id, sign]));
  return (
    <fieldset className={classes.example}>
      <legend className="visually-hidden">{`Example ${number}`}</legend>
      <div className={classes.inputs}>
        {variablesOf(terms).map((id, index) => (
          <div key={id} className={classes.input}>
            {index > 0 && <span className={classes.sign}>{signOf.get(id) === 1 ? "+" : "−"}</span>}
            <TextInput
              name={`${path}.inputs.${index}.value`}
              label={nameOf(id)}
              title={nameOf(id)}
              size="xs"
              placeholder="0"
              inputMode="decimal"
              autoComplete="off"
              value={inputOf(example, id)}
              error={errors[`${path}.inputs.${index}.value`]}
              onChange={(event) => onChange(withInput(example, id, event.currentTarget.value))}
            />
          </div>
        ))}
        <div className={classes.input}>
          <span className={classes.sign}>=</span>
          <TextInput
            name={`${path}.expected`}
            label="Expected result"
            size="xs"
            inputMode="decimal"
            autoComplete="off"
            value={String(example.expected)}
            error={errors[`${path}.expected`]}
            onChange={(event) => onChange({ ...example, expected: event.currentTarget.value })}
          />
        </div>
      </div>
      <Verdict result={evaluateExample(terms, example)} expected={String(example.expected).trim()} />
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove example ${number}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}

/** The current result, compared with the expected one. */
function Verdict({ result, expected }: { result: number | undefined; expected: string }) {
  if (result === undefined) return <p className={classes.verdict} role="status" />;
  const isKept = expected !== "" && Number(expected) === result;
  const Icon = isKept ? IconCircleCheck : IconCircleX;
  return (
    <p className={classes.verdict} role="status" data-tone={expected === "" ? undefined : isKept ? "ok" : "bad"}>
      {expected !== "" && <Icon size={16} role="img" aria-label={isKept ? "Matches" : "Differs"} />}
      {`Gives ${formatNumber(result)}`}
    </p>
  );
}
