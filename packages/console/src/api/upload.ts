import type { ApiKey } from "@gatehouse/contract/api";
import { ApiError } from "./api-error.ts";
import { type CallResponse, createRequest, type Input, type LooseInput, toApiError } from "./call.ts";
import { loadCallMessages } from "./call-messages.ts";

interface Upload {
  /** Name of the file's form field. */
  field: string;
  file: File;
  signal: AbortSignal;
  /** Share of the file that has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Uploads a file. Uses `XMLHttpRequest` because `fetch` reports no upload progress. */
export function upload<K extends ApiKey & `POST ${string}`>(
  key: K,
  input: Input<K>,
  { field, file, signal, onProgress }: Upload,
): Promise<CallResponse<K>> {
  const loading = loadCallMessages();
  const answered = new Promise<CallResponse<K>>((resolve, reject) => {
    const { method, url, headers, token } = createRequest(key, input as LooseInput);
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new ApiError(0));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const isFine = request.status >= 200 && request.status < 300;
      if (isFine) resolve(JSON.parse(request.responseText) as CallResponse<K>);
      else reject(toApiError(request.status, request.responseText, token));
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(toFormData(field, file));
  });
  return answered.finally(() => loading);
}

/** A form that contains only a file. */
export function toFormData(field: string, file: File): FormData {
  const form = new FormData();
  form.append(field, file);
  return form;
}
