import { startPageOf, startPages } from "@gatehouse/contract/modules/start-page";
import { isActive } from "@gatehouse/contract/modules/visible-menu";
import { Menu } from "@mantine/core";
import {
  IconBellCog,
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
import { logOut } from "../../api/log-out.ts";
import { ownAccountQuery } from "../../api/own-account.ts";
import { useIsPinSession, useMay } from "../../api/permissions.ts";
import { useSession } from "../../api/session.ts";
import { openSwitchDialog } from "../../api/switch-dialog.ts";
import { moduleActivationQuery } from "../../house/module-activation.queries.ts";
import { useStartPage } from "../use-start-page.ts";
import classes from "./account-menu.module.css";
import { openOverlay } from "./overlay.ts";

/** Switching, account, password, shortcuts, start page and sign-out. */
export function AccountMenu() {
  const username = useSession()?.username ?? "";
  // Who acts must be visible on a shared screen of any size.
  const isPinSession = useIsPinSession();
  const may = useMay();
  return (
    <Menu position="bottom-end" width={230}>
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
        {may("GET /notifications/rules") && (
          <Menu.Item component={Link} to="/settings/notifications" leftSection={<IconBellCog size={16} aria-hidden />}>
            Notifications
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

/** The page that follows the sign-in in this browser. */
function StartPageChoice() {
  const { data: account } = useQuery(ownAccountQuery);
  const { data: active } = useQuery(moduleActivationQuery);
  const [chosen, choose] = useStartPage();
  if (!account || !active) return null;
  const current = startPageOf(account.role, chosen, active);
  return (
    <>
      <Menu.Divider />
      {startPages
        .filter(({ path }) => isActive(path, active))
        .map(({ path, title }) => (
          <Menu.Item
            key={path}
            aria-current={path === current}
            leftSection={<IconCheck size={16} aria-hidden visibility={path === current ? "visible" : "hidden"} />}
            onClick={() => choose(path)}
          >
            {`Start with ${title}`}
          </Menu.Item>
        ))}
    </>
  );
}
