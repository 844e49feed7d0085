import { startPageOf, startPages } from "@gatehouse/contract/modules/start-page";
import { Menu } from "@mantine/core";
import {
  IconCheck,
  IconChevronDown,
  IconHistory,
  IconKey,
  IconKeyboard,
  IconLogin2,
  IconLogout,
  IconSwitchHorizontal,
  IconUserCircle,
  IconUserCog,
  IconUsers,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { ownAccountQuery, useIsPinSession, useMay } from "../../api/permissions.ts";
import { endSession, useSession } from "../../api/session.ts";
import { openSwitchDialog } from "../../api/switch-dialog.ts";
import { useStartPage } from "../use-start-page.ts";
import classes from "./account-menu.module.css";
import { openOverlay } from "./overlay.ts";

/** Also ends the session on the server. An unreachable server must not keep the user signed in here. */
async function logOut(): Promise<void> {
  await call("POST /auth/logout").catch(() => undefined);
  endSession("signed-out");
}

/** AUTH-6, AUTH-14: switching, account, password, shortcuts and sign-out. */
export function AccountMenu() {
  const username = useSession()?.username ?? "";
  const may = useMay();
  // AUTH-14: who acts must be visible on a shared screen of any size.
  const isPinSession = useIsPinSession();
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className={classes.account} aria-label={`Account menu of ${username}`}>
          <IconUserCircle size={20} stroke={1.6} aria-hidden />
          <span className={classes.name} data-always={isPinSession || undefined}>
            {username}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {may("GET /auth/switchable-people") && (
          <Menu.Item leftSection={<IconSwitchHorizontal size={16} aria-hidden />} onClick={openSwitchDialog}>
            Switch person
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/settings/account" leftSection={<IconUserCog size={16} aria-hidden />}>
          Your account
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => openOverlay("password")}>
          Reset Password
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={() => openOverlay("shortcuts")}>
          Keyboard shortcuts
        </Menu.Item>
        {may("GET /users") && (
          <Menu.Item component={Link} to="/settings/people" leftSection={<IconUsers size={16} aria-hidden />}>
            People
          </Menu.Item>
        )}
        {may("GET /sign-in/policies") && (
          <Menu.Item component={Link} to="/settings/sign-in" leftSection={<IconLogin2 size={16} aria-hidden />}>
            Sign-in
          </Menu.Item>
        )}
        {may("GET /audit") && (
          <Menu.Item component={Link} to="/settings/audit" leftSection={<IconHistory size={16} aria-hidden />}>
            Audit trail
          </Menu.Item>
        )}
        <StartPageChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void logOut()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** OPS-1: the page that follows the sign-in in this browser. */
function StartPageChoice() {
  const { data: account } = useQuery(ownAccountQuery);
  const [chosen, choose] = useStartPage();
  const current = startPageOf(account?.role ?? "", chosen);
  return (
    <>
      <Menu.Divider />
      {startPages.map(({ path, title }) => (
        <Menu.Item
          key={path}
          aria-current={path === current}
          leftSection={path === current ? <IconCheck size={16} aria-hidden /> : <span className={classes.unchecked} />}
          onClick={() => choose(path)}
        >
          {`Start with ${title}`}
        </Menu.Item>
      ))}
    </>
  );
}
