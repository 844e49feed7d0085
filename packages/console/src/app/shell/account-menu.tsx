import { Menu } from "@mantine/core";
import {
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
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { call } from "../../api/call.ts";
import { useIsPinSession, useMay } from "../../api/permissions.ts";
import { endSession, useSession } from "../../api/session.ts";
import { openSwitchDialog } from "../../api/switch-dialog.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import classes from "./account-menu.module.css";
import { openOverlay } from "./overlay.ts";

// Loaded when the menu opens.
const StartPageChoice = lazyWithRetry(() => import("./start-page-choice.tsx"));

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
        <Suspense>
          <StartPageChoice />
        </Suspense>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void logOut()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
