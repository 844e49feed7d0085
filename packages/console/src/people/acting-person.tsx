import { useQuery } from "@tanstack/react-query";
import { useIsPinSession } from "../api/permissions.ts";
import { useSession } from "../api/session.ts";
import { openSwitchDialog } from "../api/switch-dialog.ts";
import { switchablePeopleQuery } from "../api/switch-person.ts";
import classes from "./acting-person.module.css";

/** Who will be recorded, where a dialog covers the header. Only at sites where people share a screen. */
export function ActingPerson() {
  const username = useSession()?.username;
  const hasOthers = Boolean(useQuery(switchablePeopleQuery).data?.length);
  // After a switch, perhaps no one else has a PIN, but who acts must still be visible.
  const isPinSession = useIsPinSession();
  if (!hasOthers && !isPinSession) return null;
  return (
    <p className={classes.acting}>
      Recorded as <strong>{username}</strong>
      <button type="button" onClick={openSwitchDialog}>
        Switch person
      </button>
    </p>
  );
}
