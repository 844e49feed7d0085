import type { ApiKey } from "@gatehouse/contract/api";
import { ApiError } from "./api-error.ts";
import { type Answered, createRequest, type Input, type LooseInput, toApiError } from "./call.ts";

interface Upload {
  /** The field of the form that the file is in. */
  field: string;
  file: File;
  signal: AbortSignal;
  /** How much of the file has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends a file. Only this older way of asking tells how far it is. */
export function upload<K extends ApiKey & `POST ${string}`>(
  key: K,
  input: Input<K>,
  { field, file, signal, onProgress }: Upload,
): Promise<Answered<K>> {
  return new Promise((resolve, reject) => {
    const { method, url, headers, token } = createRequest(key, input as LooseInput);
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new ApiError(0));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const isFine = request.status >= 200 && request.status < 300;
      if (isFine) resolve(JSON.parse(request.responseText) as Answered<K>);
      else reject(toApiError(request.status, request.responseText, token));
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(toFormData(field, file));
  });
}

/** A form with nothing but a file in it. */
export function toFormData(field: string, file: File): FormData {
  const form = new FormData();
  form.append(field, file);
  return form;
}
