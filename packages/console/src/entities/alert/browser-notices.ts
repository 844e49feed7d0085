import { useStoredChoice } from "../../ui/use-stored-choice.ts";

/** Whether this browser shows notifications. */
export const useBrowserNotices = () => useStoredChoice("browser-notifications", false);
