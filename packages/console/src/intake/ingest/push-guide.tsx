import { manufacturerTitle, type PlateFormatCode, plateFormats } from "@gatehouse/contract/plate-formats";
import { findPushGuide, type PushSample, pushValues } from "@gatehouse/contract/push-guides";
import { CopyLine } from "../../ui/copy-line.tsx";
import classes from "./push-guide.module.css";

interface PushGuideProps {
  format: PlateFormatCode;
  url: URL;
  secret: string;
}

const mask = "•••";

/** The settings to enter in the camera's own page, and a command to try the connection. */
export function PushGuide({ format, url, secret }: PushGuideProps) {
  const { steps, sample } = findPushGuide(format);
  const values = pushValues(url, secret);
  const toMasked = (text: string) => (text.includes(secret) ? text.replaceAll(secret, mask) : undefined);
  const command = sample && toCurl(url, secret, sample(new Date()));
  return (
    <section className={classes.guide} aria-label={`Connect ${manufacturerTitle(format)}`}>
      <h4>{`Connect ${manufacturerTitle(format)}`}</h4>
      <p>{`Examples: ${plateFormats[format].models.join(", ")}. Menus differ between models.`}</p>
      <ol>
        {steps.map(({ text, value }) => (
          <li key={text}>
            {value === undefined ? (
              text
            ) : (
              <CopyLine label={text} text={values[value]} masked={toMasked(values[value])} isStacked />
            )}
          </li>
        ))}
      </ol>
      {command !== undefined && (
        <>
          <p>To try the connection without the camera, run this command. It sends one test plate.</p>
          <CopyLine label="Command" text={command} masked={toMasked(command)} isStacked />
        </>
      )}
    </section>
  );
}

function toCurl(url: URL, secret: string, { contentType, body, path = "" }: PushSample): string {
  const quoted = body.replaceAll("'", "'\\''");
  return `curl -H 'Authorization: Bearer ${secret}' -H 'Content-Type: ${contentType}' -d '${quoted}' '${url.href}${path}'`;
}
