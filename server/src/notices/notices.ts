// The door to notices: what is said to a member, kept and live, and carried to devices and mailboxes.
// Must never decide anything about money or orders.
export { forgetNotices, noticeData } from './account.ts'
export { announce, type LiveEvent } from './announce.ts'
export { channelRoutes } from './channels.routes.ts'
export { deliveryHandlers, sweepDeliveries } from './delivery.ts'
export { type Currency, formatInstantText, formatMoneyText } from './formats.ts'
export type { NoticeKind, NoticeParams, NoticeStyle } from './kinds.ts'
export { liveRoutes } from './live.ts'
export { mailSender } from './mail.ts'
export { noticeHandlers } from './notices.jobs.ts'
export { noticeRoutes } from './notices.routes.ts'
export { markRead, type NewNotice, notify, notifyAll } from './notify.ts'
export { type PostPush, postPush } from './push.ts'
