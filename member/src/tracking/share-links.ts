// Where a link is handed on when the device has no share sheet: plain addresses of the apps' own, nothing of them is loaded here.

interface ShareLink {
  /** The app's name, the same in every language. */
  readonly app: string
  readonly href: string
  /** The app takes the link alone; the disclosure is then in the preview of the link's page. */
  readonly link_only: boolean
}

/** For each app that takes what is shared in an address. `caption` ends with the link. Zalo and KakaoTalk have no such address. */
export function shareLinks(caption: string, link: string): ShareLink[] {
  const text = encodeURIComponent(caption)
  const alone = encodeURIComponent(link)
  // Telegram puts the link first and the text below it.
  const rest = encodeURIComponent(caption.replace(link, '').trimEnd())
  return [
    { app: 'WhatsApp', href: `https://wa.me/?text=${text}`, link_only: false },
    { app: 'Telegram', href: `https://t.me/share/url?url=${alone}&text=${rest}`, link_only: false },
    { app: 'LINE', href: `https://line.me/R/share?text=${text}`, link_only: false },
    { app: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${alone}`, link_only: true },
  ]
}
