import type { StartPage } from "@gatehouse/contract/modules/start-page";
import { useSession } from "../api/session.ts";
import { useStoredChoice } from "../ui/use-stored-choice.ts";

/** The start page that the signed-in person chose in this browser; null if none. */
export function useStartPage(): [StartPage | null, (page: StartPage | null) => void] {
  const username = useSession()?.username ?? "";
  return useStoredChoice<StartPage | null>(`start-page.${username}`, null);
}
