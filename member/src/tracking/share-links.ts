// Share links for devices without a share sheet: plain URLs of the apps; none of their code is loaded.

interface ShareLink {
  /** The app's name, the same in every language. */
  readonly app: string
  readonly href: string
  /** The app accepts only a URL; the disclosure is then in the preview of the link's page. */
  readonly linkOnly: boolean
}

/**
 * One for each app that accepts shared text in a URL. `caption` ends with the link. Zalo and KakaoTalk have
 * no such URL.
 */
export function shareLinks(caption: string, link: string): ShareLink[] {
  const text = encodeURIComponent(caption)
  const alone = encodeURIComponent(link)
  // Telegram shows the URL first and the text below it.
  const rest = encodeURIComponent(caption.replace(link, '').trimEnd())
  return [
    { app: 'WhatsApp', href: `https://wa.me/?text=${text}`, linkOnly: false },
    { app: 'Telegram', href: `https://t.me/share/url?url=${alone}&text=${rest}`, linkOnly: false },
    { app: 'LINE', href: `https://line.me/R/share?text=${text}`, linkOnly: false },
    { app: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${alone}`, linkOnly: true },
  ]
}
