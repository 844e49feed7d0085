import { type Identifier, identifierTypeTitles } from "@gatehouse/contract/entities/identifier/identifier";
import { vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { IconPencil, IconQuestionMark, IconTrash } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { DateTime, RelativeTime } from "../../ui/date-time.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { formatDate } from "../../ui/format-time.ts";
import { Plate } from "../../ui/plate.tsx";
import { RowIconButton } from "../../ui/row-button.tsx";
import classes from "./identifier-row.module.css";
import { ValidityState } from "./validity-state.tsx";

interface IdentifierRowProps {
  identifier: Identifier;
  /** Row number in the whole list, from 1. */
  number: number;
  timeZone: string;
  /** Undefined if the site has no groups. */
  groupNames: string | undefined;
  onAsk: (identifier: Identifier) => void;
  /** Undefined if the source is read-only. */
  onEdit?: ((identifier: Identifier) => void) | undefined;
  onDelete?: ((identifier: Identifier) => void) | undefined;
}

/** A row of the identifier table; on a phone a card titled with the plate. */
export const IdentifierRow = memo(function IdentifierRow(props: IdentifierRowProps) {
  const { identifier, number, timeZone, groupNames, onAsk, onEdit, onDelete } = props;
  const { iid, type, lp, vehicleType, ownerName, ownerEmail, orgName, parkingId, validFrom, validTo } = identifier;
  const titles: Readonly<Record<string, string>> = vehicleTypeTitles;
  return (
    <tr className={classes.row} data-grouped={groupNames !== undefined || undefined}>
      <td className={`${classes.cell} ${classes.number}`} data-number>
        {formatNumber(number)}
      </td>
      <td className={`${classes.cell} ${classes.head}`} data-small-below={lp || undefined}>
        <Plate text={iid} isTag={type === "RFID"} />
      </td>
      <Cell label="Type">{type === "RFID" ? identifierTypeTitles.RFID : "Plate"}</Cell>
      <Cell label="License plate">{lp && <Plate text={lp} />}</Cell>
      <Cell label="Vehicle type">{titles[vehicleType] ?? vehicleType}</Cell>
      <Cell label="Owner" smallBelow={[orgName, parkingId].filter(Boolean).join(", ")}>
        {(ownerName ?? ownerEmail) && (
          <span className={classes.owner}>
            {ownerName && <Text>{ownerName}</Text>}
            {ownerEmail && (
              <span className={classes.email} title={ownerEmail}>
                {ownerEmail}
              </span>
            )}
          </span>
        )}
      </Cell>
      <Cell label="Organisation" below={parkingId}>
        {orgName}
      </Cell>
      <Cell label="Parking ID">{parkingId}</Cell>
      <Cell label="Valid from">{validFrom && <DateTime at={validFrom} timeZone={timeZone} />}</Cell>
      <Cell label="Valid to" smallBelow={validFrom && `From ${formatDate(new Date(validFrom), timeZone)}`}>
        <span className={classes.until}>
          {validTo === null ? (
            <span className={classes.none}>No end</span>
          ) : (
            <DateTime at={validTo} timeZone={timeZone} />
          )}
          <ValidityState identifier={identifier} />
        </span>
      </Cell>
      <Cell label="Last seen" smallBelow={groupNames}>
        {identifier.lastSeenAt === null ? "Never" : <RelativeTime at={identifier.lastSeenAt} timeZone={timeZone} />}
      </Cell>
      {groupNames !== undefined && <Cell label="Groups">{groupNames}</Cell>}
      <td className={`${classes.cell} ${classes.actions}`}>
        <RowIconButton
          label={`What if ${iid}`}
          title="Check the decision at a gate"
          icon={IconQuestionMark}
          onClick={() => onAsk(identifier)}
        />
        {onEdit !== undefined && (
          <RowIconButton
            label={`Edit ${iid}`}
            icon={IconPencil}
            opens={`identifiers.${identifier.id}`}
            onClick={() => onEdit(identifier)}
          />
        )}
        {onDelete !== undefined && (
          <RowIconButton label={`Delete ${iid}`} icon={IconTrash} onClick={() => onDelete(identifier)} />
        )}
      </td>
    </tr>
  );
});

interface CellProps {
  label: string;
  /** Value of a hidden column, shown below this one. */
  below?: string | null;
  /** Value of a column that is hidden on a small screen. */
  smallBelow?: string | null | undefined;
  children: ReactNode;
}

/** A labelled value; a phone's card omits empty ones. */
function Cell({ label, below, smallBelow, children }: CellProps) {
  const isEmpty = children === null || children === "";
  return (
    <td
      className={classes.cell}
      data-label={label}
      data-below={below}
      data-small-below={smallBelow || undefined}
      data-empty={isEmpty || undefined}
    >
      {isEmpty && "–"}
      {typeof children === "string" ? <Text>{children}</Text> : children}
    </td>
  );
}

/** At most two lines; the tooltip shows the full text. */
const Text = ({ children }: { children: string }) => (
  <span className={classes.text} title={children}>
    {children}
  </span>
);
