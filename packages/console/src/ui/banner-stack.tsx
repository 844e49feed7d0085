import { Notifications } from "@mantine/notifications";
import classes from "./banner-stack.module.css";

/** The visible banners. */
export const BannerStack = () => (
  <Notifications
    className={classes.stack ?? ""}
    // Bottom centre, because a page's actions are on its right and a row's at its ends.
    position="bottom-center"
    limit={Number.POSITIVE_INFINITY}
    notificationMaxHeight="100dvh"
    transitionDuration={100}
    // The text can be selected, for example to copy the id of a request.
    allowDragDismiss={false}
    allowScrollDismiss={false}
  />
);
