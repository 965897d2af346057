// Saves a fetched file: through the share sheet if the device can share files, else as a download. The object
// URL is revoked.

/** Long enough for the browser to have started the download. */
const OBJECT_URL_TTL_MS = 60_000

/**
 * Phones use the share sheet; on a computer it would be in the way of a download. Sharing is refused if the
 * tap was too long ago, and then the file is downloaded. iOS opens what it cannot download in a new tab.
 */
export async function saveFile(blob: Blob, name: string): Promise<void> {
  const [type = ''] = blob.type.split(';')
  const file = new File([blob], name, { type })
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
      return
    } catch (error) {
      // The user closed the share sheet.
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
