// The line that goes with every shared caption: the carrier is paid, and says so (the law asks for it, and so do we).
import type { Locale } from '@fairturn/contract/locales'

const LINES: Record<Locale, string> = {
  vn: 'Quảng cáo. Tôi nhận thưởng khi bạn ghé thăm qua liên kết này.',
  en: 'Ad. I earn a reward when you visit through this link.',
  jp: '広告：このリンクからアクセスがあると、私に報酬が入ります。',
  kr: '광고: 이 링크로 방문하시면 제가 보상을 받습니다.',
  cn: '广告：您通过此链接访问时，我会获得报酬。',
  rs: 'Oglas. Dobijam nagradu kada posetite stranicu preko ovog linka.',
  fr: 'Publicité. Je reçois une récompense lorsque vous passez par ce lien.',
}

/** The caption ready to share: the advertiser's text, the disclosure, and the link once there is one. */
export function readyCaption(caption: string, locale: Locale, link: string | null): string {
  return [caption, LINES[locale], link].filter((line) => line !== null && line !== '').join('\n')
}
