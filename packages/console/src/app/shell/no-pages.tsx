import { permissionTitles } from "@gatehouse/contract/permissions";
import { Button } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { logOut } from "../../api/log-out.ts";
import { SignInFrame } from "../sign-in/sign-in-frame.tsx";

/** ROLE-1: instead of the pages, none of which a role without the permission to view can load. */
export function NoPages() {
  useDocumentTitle("No pages · Gatehouse");
  return (
    <SignInFrame
      title="Your role has no pages"
      purpose={`It lacks the permission "${permissionTitles.view}". An administrator can add it.`}
    >
      <Button fullWidth onClick={() => void logOut()}>
        Log out
      </Button>
    </SignInFrame>
  );
}
