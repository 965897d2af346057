// The line that goes with every shared caption: the carrier is paid, and says so, as the law requires.
import { LOCALES, type Locale } from '@fairturn/contract/locales'

const LINES: Record<Locale, string> = {
  vn: 'Quảng cáo. Tôi nhận thưởng khi bạn ghé thăm qua liên kết này.',
  en: 'Ad. I earn a reward when you visit through this link.',
  jp: '広告：このリンクからアクセスがあると、私に報酬が入ります。',
  kr: '광고: 이 링크로 방문하시면 제가 보상을 받습니다.',
  cn: '广告：您通过此链接访问时，我会获得报酬。',
  rs: 'Oglas. Zarađujem kada posetite stranicu preko ovog linka.',
  fr: 'Publicité. Je reçois une récompense lorsque vous passez par ce lien.',
}

interface Caption {
  readonly locale: Locale
  readonly text: string
}

/**
 * The captions ready to share, one for each language the campaign has a text in: the advertiser's text, the
 * disclosure in the same language, and the link once there is one.
 */
export function readyCaptions(texts: Partial<Record<Locale, string>>, link: string | null): Caption[] {
  return LOCALES.flatMap((locale) => {
    const caption = texts[locale]
    if (caption === undefined) return []
    return {
      locale,
      text: [caption, LINES[locale], link].filter((line) => line !== null && line !== '').join('\n'),
    }
  })
}

/** The caption in this language, else in English, else in any there is. */
export function captionFor(captions: readonly Caption[], locale: Locale): string {
  const found = [locale, 'en'].map((wanted) => captions.find((caption) => caption.locale === wanted))
  return (found[0] ?? found[1] ?? captions[0])?.text ?? ''
}
