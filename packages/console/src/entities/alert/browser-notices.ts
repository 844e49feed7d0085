import { useStoredChoice } from "../../ui/use-stored-choice.ts";

/** NOTE-1: whether this browser shows notifications. */
export const useBrowserNotices = () => useStoredChoice("browser-notifications", false);
