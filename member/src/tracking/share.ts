/** Opens the device's share sheet. Resolves with whether it could; it cannot on most computers. */
export async function shareCaption(caption: string): Promise<boolean> {
  if (!('share' in navigator)) return false
  try {
    // As text only, with the link at the end: given a separate URL or file, some apps drop the text and with it the
    // disclosure.
    await navigator.share({ text: caption })
    return true
  } catch (error) {
    // Closing the share sheet is not an error.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
