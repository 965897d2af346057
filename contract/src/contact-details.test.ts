import { describe, expect, test } from 'vitest'
import {
  dottedNamesIn,
  findContactDetails,
  findContactDetailsInHtml,
  findPromises,
  withoutNames,
} from './contact-details.ts'

const kindsIn = (text: string, own: readonly string[] = []) =>
  findContactDetails(text, own).map(({ kind, text: found }) => `${kind}: ${found}`)

describe('is found', () => {
  test.each([
    ['Pay to DE89 3704 0044 0532 0130 00 please', 'iban: DE89 3704 0044 0532 0130 00'],
    ['de89370400440532013000', 'iban: de89370400440532013000'],
    ['FR14-2004-1010-0505-0001-3M02-606', 'iban: FR14-2004-1010-0505-0001-3M02-606'],
    ['DE89\u200b3704\u200b0044\u200b0532\u200b0130\u200b00', 'iban: DE89370400440532013000'],
    ['ＤＥ８９３７０４００４４０５３２０１３０００', 'iban: DE89370400440532013000'],
    // A wrong check digit: still a run of digits.
    ['DE88 3704 0044 0532 0130 00', 'number: 88 3704 0044 0532 0130 00'],
    ['account 1234567890', 'number: 1234567890'],
    ['account 1234567', 'number: account 1234567'],
    ['Account no. 12 34 567', 'number: Account no. 12 34 567'],
    ['口座番号 1234567', 'number: 口座番号 1234567'],
    ['số tài khoản là 190366', 'number: số tài khoản là 190366'],
    ['1234.5678', 'number: 1234.5678'],
    ['123-456-789', 'number: 123-456-789'],
    ['1 2 3 4 5 6 7 8', 'number: 1 2 3 4 5 6 7 8'],
    ['٠٩٠١٢٣٤٥٦٧', 'phone: 0901234567'],
    ['call 090 123 45 67', 'phone: 090 123 45 67'],
    ['+84 90 123 4567', 'phone: +84 90 123 4567'],
    ['(+381) 11 123-456', 'phone: +381) 11 123-456'],
    ['0084901234567', 'phone: 0084901234567'],
    ['at 26-11-2026 ring 0901234567', 'phone: 0901234567'],
    ['+49 30 12345', 'phone: +49 30 12345'],
    ['write to help@fairturn-pay.com now', 'mail: help@fairturn-pay.com'],
    ['help (at) fairturn (dot) com', 'mail: help (at) fairturn (dot) com'],
    ['hỗtrợ@ví-dụ.vn', 'mail: hỗtrợ@ví-dụ.vn'],
    ['https://evil.example/pay', 'link: https://evil.example/pay'],
    ['tg://resolve?domain=x', 'link: tg://resolve?domain=x'],
    ['www.evil.example', 'link: www.evil.example'],
    ['see evil.com', 'link: evil.com'],
    ['t.me/fairturn', 'link: t.me/fairturn'],
    ['evil.example/pay', 'link: evil.example/pay'],
    ['evil[dot]com', 'link: evil[dot]com'],
    ['https://shop.example.evil.com', 'link: https://shop.example.evil.com'],
    ['DE89 then 3704 then 0044 then 0532 then 0130 then 00', 'iban: DE89370400440532013000'],
    ['DE89|3704|0044|0532|0130|00', 'iban: DE89|3704|0044|0532|0130|00'],
    ['0️⃣9️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣', 'phone: 0912345678'],
    ['⓿❾➊➋❸❹❺❻❼❽', 'phone: 0912345678'],
    ['090 • 123 • 45 • 67', 'phone: 090 • 123 • 45 • 67'],
    ['090|123|4567', 'phone: 090|123|4567'],
    ['call zero nine one two three four five six seven eight', 'phone: 0 9 1 2 3 4 5 6 7 8'],
    ['gọi không chín một hai ba bốn năm sáu bảy tám', 'phone: 0 9 1 2 3 4 5 6 7 8'],
    ['goi khong chin mot hai ba bon nam sau bay tam', 'phone: 0 9 1 2 3 4 5 6 7 8'],
    ['zéro six, douze, trente-quatre, cinquante-six', 'phone: 0 6 12 30 4 50 6'],
    ['pozovi nula šest jedan dva tri četiri pet šest sedam', 'phone: 0 6 1 2 3 4 5 6 7'],
    ['нула шест један два три четири пет шест седам', 'phone: 0 6 1 2 3 4 5 6 7'],
    ['090 one two three 45 67', 'phone: 090 1 2 3 45 67'],
    ['请拨 〇九一二三四五六七八', 'phone: 0912345678'],
    ['电话零九一二三四五六七八', 'phone: 0912345678'],
    ['電話 ゼロきゅうゼロいちにさんよんごろくなな', 'phone: 0901234567'],
    ['전화 공일공일이삼사오육칠팔', 'phone: 01012345678'],
    ['call O9l2345678', 'phone: 0912345678'],
    ['evil dot com', 'link: evil dot com'],
    ['evil chấm com', 'link: evil chấm com'],
    ['evil点com', 'link: evil点com'],
    ['evil[.]com', 'link: evil[.]com'],
    ['evil(.)com', 'link: evil(.)com'],
    ['evil . com', 'link: evil . com'],
    ['evil。com', 'link: evil.com'],
    ['evil·com', 'link: evil·com'],
    ['пример.рф', 'link: пример.рф'],
    ['evil.соm', 'link: evil.соm'],
    ['see xn--e1afmkfd.xn--p1ai', 'link: xn--e1afmkfd.xn--p1ai'],
    ['see fairturn.money', 'link: fairturn.money'],
    ['write to a @ evil . com', 'mail: a @ evil . com'],
    ['Telegram @fairturn_help', 'link: Telegram @fairturn_help'],
    ['Zalo: fairturnhelp', 'link: Zalo: fairturnhelp'],
    ['see f a i r t u m . c o m now', 'link: f a i r t u m . c o m'],
    ['fairtum_dot_com', 'link: fairtum_dot_com'],
    ['see fairtum com', 'link: fairtum com'],
    ['fairtum&#46;com', 'link: fairtum.com'],
    ['fairtum&period;com', 'link: fairtum.com'],
    ['t me slash fairturnhelp', 'link: t me slash fairturnhelp'],
    ['search fairturnhelp in Telegram', 'link: search fairturnhelp in Telegram'],
    ['Viber fairturnhelp', 'link: Viber fairturnhelp'],
    ['WhatsApp number fairturn_help', 'link: WhatsApp number fairturn_help'],
    ['Messenger fairturnhelp', 'link: Messenger fairturnhelp'],
    ['LINE fairturnhelp', 'link: LINE fairturnhelp'],
    ['LINE ID fairturnhelp', 'link: LINE ID fairturnhelp'],
    ['加微信 fairturnhelp', 'link: 加微信 fairturnhelp'],
    ['加微信fairturnhelp', 'link: 微信fairturnhelp'],
    ['카카오톡 아이디 fairturnhelp', 'link: 카카오톡 아이디 fairturnhelp'],
    ['Zalo 123 456', 'link: Zalo 123 456'],
    ['call 555 1234', 'phone: call 555 1234'],
    ['line one: 0912\nline two: 000\nline three: 999', 'number: 0912 000 999'],
    ['My number starts with 0912 and ends with 000999', 'number: 0912 000999'],
    ['01 and 23 and 45 and 67 and 89', 'number: 01 23 45 67 89'],
    ['$ 912 000 999,00', 'number: 912 000 999,00'],
    ['0a1b2c3d4e5f6g7h8i9j0k1', 'number: 0a1b2c3d4e5f6g7h8i9j0k1'],
    ['ゼロイチニサンヨンゴロクナナハチキュウ', 'phone: 0123456789'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'number: bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ])('%s', (text, found) => {
    expect(kindsIn(text, ['shop.example'])).toEqual([found])
  })

  test('several in one text, each once', () => {
    expect(kindsIn('a@b.com or a@b.com, 0901234567, https://evil.example')).toEqual([
      'mail: a@b.com',
      'link: https://evil.example',
      'phone: 0901234567',
    ])
  })
})

describe('is not found', () => {
  test.each([
    ['Your passport has expired.'],
    ['Ticket 17, seen 26-11-2026 08:35:00'],
    ['2026-11-26T08:35:00.123Z'],
    ['from 01.02.2026 to 28.02.2026'],
    ['It paid $ 1 234 567,50 and € 12,00'],
    ['1 234 567,50 of 2 000 000,00'],
    ['Visits 1234 to 5678 of 100000'],
    ['payment FT-1A2B-3C4D'],
    ['order 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'],
    ['No. 1. Then e.g. two. Etc.'],
    ['Acme Ltd.Then more'],
    ['On your account 145 000 visits were counted, and 12 orders'],
    ['Votre compte a 145 000 visites'],
    ['From one to three, two of four; six or seven people.'],
    ['Un point de vue, un point de vente. Au point. Me voici.'],
    ['二〇二六年十一月二十六日'],
    ['用手机。这样 to be sure, e.g. here, i.e. now. No.1'],
    ['Sai số ba bốn lần, năm sáu người, bảy tám ngày.'],
    ['Levels: 2 % – 4 %, 6 % – 9 %, 8 % – 12 %'],
    ['Votre facture FI-2026-000012 du 27-11-2026 est payée'],
    ['Your invoices FI-2026-000012 of 27-11-2026 and FC-2026-000013.'],
    ['from 05/2026 to 06/2026, in 2026-07'],
    ['That Telegram message was not from us; we never write on Zalo, Viber or WhatsApp.'],
    ['Nous n’écrivons pas par WhatsApp ni sur Messenger.'],
    ['Chúng tôi không nhắn qua Zalo hay Telegram.'],
    ['a b c d e f'],
    ['Line: none. Signal is weak @ 20 km'],
    ['https://shop.example/landing?x=1'],
    ['https://www.shop.example'],
    ['shop.example/landing'],
  ])('%s', (text) => {
    expect(kindsIn(text, ['shop.example'])).toEqual([])
  })
})

test.each([
  ['<p>Pay to <b>1234</b><b>5678</b></p>', 'number: 12345678'],
  ['<p>090&#49;23 45 67</p>', 'phone: 090123 45 67'],
  ['<a href="https://evil.example/x">here</a>', 'link: https://evil.example/x'],
  ['<a href="mailto:a@b.com">here</a>', 'mail: a@b.com'],
  ['<img src="/files/a.webp" alt="call 0901234567">', 'phone: 0901234567'],
])('in HTML %s', (html, found) => {
  expect(findContactDetailsInHtml(html).map(({ kind, text }) => `${kind}: ${text}`)).toContain(found)
})

test('nothing in HTML without', () => {
  expect(
    findContactDetailsInHtml(
      '<h2>Rules</h2><ol><li>1</li><li>2</li></ol><table><tr><td>1 000</td></tr></table>',
    ),
  ).toEqual([])
})

describe('names of persons', () => {
  test.each([
    ['Sent by lan.huong. Amount and name agree.', ['lan.huong']],
    ['thuha.dn: her payment; see also tocak.bg?', ['thuha.dn', 'tocak.bg']],
    ['evil.com and t.me, evil.example/pay, a@lan.huong', []],
  ])('are looked up from %s', (text, names) => {
    expect(dottedNamesIn(text)).toEqual(names)
  })

  test.each([
    ['Sent by lan.huong. Amount agrees.', []],
    ['lan.huong', []],
    ['Lan.Huong:', []],
    ['Pay to lan.huong/pay', ['link: lan.huong/pay']],
    ['Write to lan.huong.vn', ['link: lan.huong.vn']],
    ['Write to pay.lan.huong', ['link: pay.lan.huong']],
    ['Write to lan.huong@shop.vn', ['mail: lan.huong@shop.vn']],
    ['lan.huong says: write to foreign.bank', ['link: foreign.bank']],
  ])('are taken out of %s where they stand alone', (text, found) => {
    expect(kindsIn(withoutNames(text, ['lan.huong']))).toEqual(found)
  })
})

describe('a promise of money', () => {
  test.each([
    ['I promise that we pay you $ 500,00 tomorrow.'],
    ['We will refund 20 euros on Monday.'],
    ['Chúng tôi sẽ chuyển cho bạn 500 000 đồng vào ngày mai.'],
    ['Nous vous rembourserons 20,00 €.'],
    ['Isplatićemo vam $ 40,00 sutra.'],
    ['我们会支付 500 美元'],
    ['500ドルをお支払いします'],
    ['500달러를 지급해 드리겠습니다'],
  ])('is found in %s', (text) => {
    expect(findPromises(text)).toMatchObject([{ kind: 'promise' }])
  })
  test.each([
    ['The bank received your $ 20,00 on Friday; it paid them out.'],
    ['We sent $ 20,00 on Friday.'],
    ['We pay as soon as both have agreed.'],
    ['Your withdrawal of $ 20,00 was approved.'],
  ])('is not found in %s', (text) => {
    expect(findPromises(text)).toEqual([])
  })
})
