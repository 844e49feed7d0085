import classes from "./logo.module.css";

/** The gatehouse with its barrier, and the product's name unless there is no room. */
export function Logo({ size = 28, withName = true }: { size?: number; withName?: boolean }) {
  return (
    <span className={classes.logo}>
      <img src="/favicon.svg" width={size} height={size} alt={withName ? "" : "Gatehouse"} />
      {withName && <span className={classes.name}>Gatehouse</span>}
    </span>
  );
}
