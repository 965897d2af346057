import type { LinkTexts } from '../links.ts'

export default {
  demo: 'デモ：架空の広告主です。実際のお金は動きません',
  sponsored: '広告',
  advertiser: '広告主：{brand}',
  reward: '先へ進むと、このリンクを共有した会員に報酬が支払われます。',
  continue_to: '{host} へ進む',
  privacy: '訪問は、IPアドレスを保存せずに集計します。',
  unknown_title: 'このリンクは使えません',
  unknown_text:
    'アドレス全体がコピーされているかご確認いただくか、共有した方に新しいリンクをお尋ねください。',
  ended_title: 'このリンクは終了しました',
  ended_text: 'このリンクの案件は終了したため、報酬は発生しません。',
  retry_title: '少々お待ちください',
  retry_text: 'ただいまページを開けません。しばらくしてからもう一度お試しください。',
  retry: 'もう一度試す',
  disclosure: '広告：このリンクからアクセスがあると、私に報酬が入ります。',
} satisfies LinkTexts
