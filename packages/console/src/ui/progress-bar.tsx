import classes from "./progress-bar.module.css";

interface ProgressBarProps {
  label: string;
  /** From 0 to 1; undefined if unknown. */
  share?: number | undefined;
}

/** A progress bar, determinate or not. */
export function ProgressBar({ label, share }: ProgressBarProps) {
  const percent = share === undefined ? undefined : Math.round(share * 100);
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  );
}
