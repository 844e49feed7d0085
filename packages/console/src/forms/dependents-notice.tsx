import { variableTexts } from "@gatehouse/contract/entities/variable/variable.messages";
import type { Dependent } from "@gatehouse/contract/errors";
import { pageOfKind, resourceKinds } from "@gatehouse/contract/resource-kind";
import { Link, useLocation } from "@tanstack/react-router";
import classes from "./notice.module.css";

interface DependentsNoticeProps {
  /** The catalogue's words for a record that could not be deleted. */
  failure?: string | undefined;
  noun: string;
  dependents: readonly Dependent[];
  /** Where one is shown, when that is not the usual place of its kind. */
  placeOf?: ((dependent: Dependent) => { to: string; open: string } | undefined) | undefined;
}

/** GATE-5, CAM-9, VAR-6: what still uses a record, each with the way to it. */
export function DependentsNotice({ failure, noun, dependents, placeOf }: DependentsNoticeProps) {
  const from = useLocation({ select: ({ pathname }) => pathname });
  const usualPlace = ({ kind, id }: Dependent) => {
    const to = pageOfKind(kind, from);
    return to === undefined ? undefined : { to, open: `${kind}.${id}` };
  };
  return (
    <div className={classes.notice} role="alert">
      {failure !== undefined && <p>{failure}</p>}
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
            const { noun = kind } = resourceKinds[kind] ?? {};
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

/** VAR-6 has words of its own for variables, which go before what they add up. */
const reasonOf = (noun: string, dependents: readonly Dependent[]) =>
  dependents.every(({ kind }) => kind === "variables")
    ? variableTexts.dependents(noun)
    : `This ${noun} is still in use. Take it out of these first:`;
