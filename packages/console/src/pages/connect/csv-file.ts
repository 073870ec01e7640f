/** A file as it is sent. */
export interface CsvFile {
  name: string
  base64: string
}

/** What fits into a request as base64. Larger ones are brought by `svc import`. */
export const maxFileBytes = 6_000_000

/** The bytes of a file as base64; rejects with the remedy when it is too large. */
export async function readFile(file: File): Promise<CsvFile> {
  if (file.size > maxFileBytes)
    throw new Error(
      `${file.name} has ${(file.size / 1_000_000).toFixed(1)} MB, and ${maxFileBytes / 1_000_000} MB are the most here: bring it by svc import, or in parts`,
    )
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  // A call takes so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return { name: file.name, base64: btoa(binary) }
}
