import { Button } from "@mantine/core";
import { type MouseEvent, useEffect, useRef } from "react";
import type { Values } from "./field.ts";
import classes from "./notice.module.css";
import type { Review } from "./resource.ts";

interface ReviewNoticeProps {
  review: Review;
  onSave: (event: MouseEvent) => void;
  onChange: (values: Values) => void;
}

/** Says what a form found out about its input before it saves it, and what could be changed. */
export function ReviewNotice({ review: { text, change }, onSave, onChange }: ReviewNoticeProps) {
  const ref = useRef<HTMLDivElement>(null);
  // The button that was pressed is at the end of the form.
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} className={classes.notice} role="alert" tabIndex={-1}>
      <p>{text}</p>
      <div className={classes.choices}>
        {change && (
          <Button size="compact-sm" onClick={() => onChange(change.values)}>
            {change.label}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={onSave}>
          Save anyway
        </Button>
      </div>
    </div>
  );
}
