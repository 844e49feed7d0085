import { variableTexts } from "@gatehouse/contract/entities/variable.messages";
import type { Dependent } from "@gatehouse/contract/errors";
import { nounOfKind, pageOfKind } from "@gatehouse/contract/resource-kind";
import { Link, useLocation } from "@tanstack/react-router";
import classes from "./notice.module.css";

interface DependentsNoticeProps {
  /** The catalogue's message for a failed delete. */
  error?: string | undefined;
  noun: string;
  dependents: readonly Dependent[];
  /** Where to show a dependent, if not on the usual page of its kind. */
  placeOf?: ((dependent: Dependent) => { to: string; open: string } | undefined) | undefined;
}

/** Lists the records that use this one, with links. */
export function DependentsNotice({ error, noun, dependents, placeOf }: DependentsNoticeProps) {
  const from = useLocation({ select: ({ pathname }) => pathname });
  const usualPlace = ({ kind, id }: Dependent) => {
    const to = pageOfKind(kind, from);
    return to === undefined ? undefined : { to, open: `${kind}.${id}` };
  };
  return (
    <div className={classes.notice} role="alert">
      {error !== undefined && <p>{error}</p>}
      <p>{reasonOf(noun, dependents)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Used by</th>
            <th scope="col">Name</th>
          </tr>
        </thead>
        <tbody>
          {dependents.map((dependent) => {
            const { kind, id, name } = dependent;
            const noun = nounOfKind(kind);
            const place = (placeOf ?? usualPlace)(dependent);
            return (
              <tr key={`${kind} ${id}`}>
                <td>{noun}</td>
                <td>
                  {place === undefined ? (
                    name
                  ) : (
                    <Link to={place.to} search={{ open: place.open }} aria-label={`${noun} ${name}`}>
                      {name}
                    </Link>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The text for variables is prescribed. */
const reasonOf = (noun: string, dependents: readonly Dependent[]) =>
  dependents.every(({ kind }) => kind === "variables")
    ? variableTexts.dependents(noun)
    : `This ${noun} is still in use. Remove it from these first:`;
