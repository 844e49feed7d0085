import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { call } from "../../api/call.ts";

/** Shows new notices as notifications of the browser. */
export default function BrowserNoticeWatcher({ onOpen }: { onOpen: () => void }) {
  const position = useRef<number>(undefined);
  const { data } = useQuery({
    queryKey: ["notices", "GET /alerts/notices"],
    queryFn: ({ signal }) => {
      const after = position.current;
      return call("GET /alerts/notices", { query: after === undefined ? {} : { after: String(after) }, signal });
    },
  });
  const show = useEffectEvent((response: NonNullable<typeof data>) => {
    position.current = response.last;
    if (Notification.permission !== "granted") return;
    for (const { id, title, text } of response.notices) {
      // The tag keeps several tabs from showing the same notice twice.
      const notification = new Notification(title, { body: text, tag: `gatehouse-${id}` });
      notification.onclick = () => {
        window.focus();
        onOpen();
        notification.close();
      };
    }
  });
  useEffect(() => {
    if (data) show(data);
  }, [data]);
  return null;
}
