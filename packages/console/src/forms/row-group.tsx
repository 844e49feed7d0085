import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { CSSProperties, ReactNode, Ref } from "react";
import classes from "./row-group.module.css";

interface RowGroupProps {
  title: string;
  about: ReactNode;
  /** An error of all rows together. */
  error: string | undefined;
  /** The button that adds a row; undefined if there can't be more. */
  add: { label: string; onAdd: () => void; ref?: Ref<HTMLButtonElement> } | undefined;
  root?: Ref<HTMLFieldSetElement>;
  children: ReactNode;
  /** Shown below the button. */
  after?: ReactNode;
}

/** Rows of a form that are added and removed, such as the steps of a tariff. */
export function RowGroup({ title, about, error, add, root, children, after }: RowGroupProps) {
  return (
    <fieldset className={classes.group} ref={root}>
      <legend>{title}</legend>
      <p className={classes.about}>{about}</p>
      {children}
      {error !== undefined && (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
      {add !== undefined && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconPlus size={14} aria-hidden />}
          ref={add.ref}
          onClick={add.onAdd}
        >
          {add.label}
        </Button>
      )}
      {after}
    </fieldset>
  );
}

interface FormRowProps {
  label: string;
  /** The columns of its grid. */
  columns: string;
  /** The columns on a phone; by default one. */
  narrowColumns?: string;
  /** Buttons at the end. */
  buttons?: ReactNode;
  children: ReactNode;
}

/** A framed row of inputs. */
export const FormRow = ({ label, columns, narrowColumns, buttons, children }: FormRowProps) => (
  <fieldset
    className={classes.row}
    aria-label={label}
    data-stacked={narrowColumns === undefined || undefined}
    style={{ "--gh-columns": columns, "--gh-narrow-columns": narrowColumns } as CSSProperties}
  >
    {children}
    {buttons !== undefined && <div className={classes.buttons}>{buttons}</div>}
  </fieldset>
);
