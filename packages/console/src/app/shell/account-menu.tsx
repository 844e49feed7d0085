import { IconChevronDown, IconUserCircle } from "@tabler/icons-react";
import { useIsPinSession } from "../../api/permissions.ts";
import { useSession } from "../../api/session.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { MenuOnUse } from "../../ui/menu-on-use.tsx";
import classes from "./account-menu.module.css";

const loadItems = () => import("./account-menu-items.tsx");
const AccountMenuItems = lazyWithRetry(loadItems);

/** AUTH-6, AUTH-14: switching, account, password, shortcuts, start page and sign-out. */
export function AccountMenu() {
  const username = useSession()?.username ?? "";
  // AUTH-14: who acts must be visible on a shared screen of any size.
  const isPinSession = useIsPinSession();
  return (
    <MenuOnUse
      menu={AccountMenuItems}
      load={loadItems}
      target={
        <button type="button" className={classes.account} aria-label={`Account menu of ${username}`}>
          <IconUserCircle size={20} stroke={1.6} aria-hidden />
          <span className={classes.name} data-always={isPinSession || undefined}>
            {username}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      }
    />
  );
}
