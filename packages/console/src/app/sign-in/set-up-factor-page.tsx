import { startPath } from "@gatehouse/contract/modules/start-path";
import { Button } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { logOut } from "../../api/log-out.ts";
import { useSession } from "../../api/session.ts";
import { FactorSetUp } from "../../people/account/factor-set-up.tsx";
import { BannerStack } from "../../ui/banner-stack.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";

/** Leads a person whose role requires a second factor through setting it up. */
export default function SetUpFactorPage() {
  useDocumentTitle("Second factor · Gatehouse");
  const navigate = useNavigate();
  const session = useSession();
  return (
    <SignInFrame title="Set up a second factor" purpose="Your role requires one besides the password.">
      {session !== null && <FactorSetUp onDone={() => void navigate({ to: startPath })} />}
      <Button variant="subtle" color="gray" fullWidth onClick={() => void logOut()}>
        Log out
      </Button>
      <BannerStack />
    </SignInFrame>
  );
}
