import type { Dependent } from "@gatehouse/contract/errors";
import { resourceKinds } from "@gatehouse/contract/resource-kind";
import { Link } from "@tanstack/react-router";
import classes from "./notice.module.css";

interface DependentsNoticeProps {
  /** The catalogue's words for a record that could not be deleted. */
  failure?: string | undefined;
  noun: string;
  dependents: readonly Dependent[];
  /** Where one is shown, when that is not the usual place of its kind. */
  placeOf?: ((dependent: Dependent) => { to: string; open: string } | undefined) | undefined;
}

/** GATE-5, CAM-9: what still uses a record, each with the way to it. */
export function DependentsNotice({ failure, noun, dependents, placeOf = usualPlace }: DependentsNoticeProps) {
  return (
    <div className={classes.notice} role="alert">
      {failure !== undefined && <p>{failure}</p>}
      <p>{`This ${noun} is still in use. Take it out of these first:`}</p>
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
            const place = placeOf(dependent);
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

function usualPlace({ kind, id }: Dependent): { to: string; open: string } | undefined {
  const known = resourceKinds[kind];
  return known && { to: known.path, open: `${kind}.${id}` };
}
