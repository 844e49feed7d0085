import { useStoredChoice } from "../../ui/use-stored-choice.ts";

export const useBrowserNotices = () => useStoredChoice("browser-notifications", false);
