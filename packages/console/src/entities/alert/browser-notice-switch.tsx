import { Switch } from "@mantine/core";
import { useState } from "react";
import { useBrowserNotices } from "./browser-notices.ts";

/** NOTE-1: switches browser notifications of this browser on and off. */
export function BrowserNoticeSwitch() {
  const [isOn, setIsOn] = useBrowserNotices();
  const [isDenied, setIsDenied] = useState(false);
  if (!("Notification" in window)) return null;
  const change = async (isWanted: boolean) => {
    const permission = isWanted ? await Notification.requestPermission() : "default";
    setIsDenied(permission === "denied");
    setIsOn(isWanted && permission === "granted");
  };
  return (
    <Switch
      label="Notify me in this browser"
      description="While Gatehouse is open in a tab, for the alerts that a notification rule selects"
      error={isDenied ? "The browser blocks notifications of this site. Allow them in its settings." : undefined}
      checked={isOn}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
