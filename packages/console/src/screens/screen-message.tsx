import { Frame } from "./frame.tsx";
import classes from "./screen-page.module.css";

/** A screen without values, such as before the first ones arrive. */
export function ScreenMessage({ title, text }: { title: string; text: string }) {
  return (
    <Frame tone="dark" isStale={false}>
      <div className={classes.message} role="status">
        <p className={classes.messageTitle}>{title}</p>
        <p>{text}</p>
      </div>
    </Frame>
  );
}
