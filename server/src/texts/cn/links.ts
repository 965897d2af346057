import type { LinkTexts } from '../links.ts'

export default {
  demo: '演示：广告主为虚构，不涉及真实资金',
  sponsored: '广告',
  advertiser: '广告主：{brand}',
  reward: '如果您继续访问，分享此链接的会员将获得报酬。',
  continue_to: '继续前往 {host}',
  privacy: '统计访问时不会保存您的 IP 地址。',
  unknown_title: '此链接无法使用',
  unknown_text: '请确认地址已完整复制，或向分享者索取新的链接。',
  ended_title: '此链接已结束',
  ended_text: '此链接对应的任务已结束，不再产生报酬。',
  retry_title: '请稍候',
  retry_text: '页面暂时无法打开，请稍后再试。',
  retry: '重试',
  disclosure: '广告：您通过此链接访问时，我会获得报酬。',
} satisfies LinkTexts
