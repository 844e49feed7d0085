import type { Dependent } from "@gatehouse/contract/errors";
import { resourceKinds } from "@gatehouse/contract/resource-kind";
import { Link } from "@tanstack/react-router";
import classes from "./notice.module.css";

interface DependentsNoticeProps {
  noun: string;
  dependents: readonly Dependent[];
}

/** GATE-5: what still uses a record, each with the way to it. */
export function DependentsNotice({ noun, dependents }: DependentsNoticeProps) {
  return (
    <div className={classes.notice} role="alert">
      <p>{`This ${noun} is still in use. Take it out of these first:`}</p>
      <ul>
        {dependents.map(({ kind, id, name }) => {
          const known = resourceKinds[kind];
          return (
            <li key={`${kind} ${id}`}>
              {known === undefined ? (
                name
              ) : (
                <Link to={known.path} search={{ open: `${kind}.${id}` }}>{`${known.noun} ${name}`}</Link>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
