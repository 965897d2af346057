// Gives a fetched file to its owner: through the share sheet where the device has one for files, else as a
// download. The object URL is revoked.

/** Long enough for the browser to have taken the file. */
const OBJECT_URL_TTL_MS = 60_000

/**
 * Phones share; a computer's own share sheet is in the way of a download. What is shared may be refused once the tap is
 * too long ago, and then it is downloaded. iOS shows what it cannot download in a new tab.
 */
export async function saveFile(blob: Blob, name: string): Promise<void> {
  const [type = ''] = blob.type.split(';')
  const file = new File([blob], name, { type })
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
      return
    } catch (error) {
      // They closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), {
    href,
    download: name,
    target: '_blank',
    rel: 'noopener',
  }).click()
  setTimeout(() => URL.revokeObjectURL(href), OBJECT_URL_TTL_MS)
}
