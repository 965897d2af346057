import type { VisitReason } from '@fairturn/contract/tracking'
import type { Text, Texts } from './language.ts'

export const tracking = {
  verdicts: {
    verified: ['Verified', 'Được xác minh'],
    waiting: ['Waiting for the advertiser', 'Chờ nhà quảng cáo'],
    not_continued: ['Not continued', 'Chỉ xem'],
    not_a_page_view: ['No page view', 'Không xem trang'],
    prefetch: ['Prefetch', 'Tải trước'],
    preview: ['Preview', 'Xem trước'],
    bot: ['Bot', 'Bot'],
    scanner: ['Link scanner', 'Trình quét liên kết'],
    link_not_active: ['Link not active', 'Liên kết không hoạt động'],
    token_invalid: ['Invalid', 'Không hợp lệ'],
    token_used: ['Duplicate', 'Trùng lặp'],
    too_fast: ['Too fast', 'Quá nhanh'],
    too_late: ['Too late', 'Quá muộn'],
    own_visit: ['Own visit', 'Truy cập của chính mình'],
    own_network: ['Own network', 'Mạng của chính mình'],
    repeated: ['Repeat visit', 'Lượt truy cập lại'],
    address_pace: ['Too many from one address', 'Nhiều lượt từ một địa chỉ'],
    network_pace: ['Too many from one network', 'Nhiều lượt từ một mạng'],
    order_pace: ['Too many at once', 'Quá nhiều cùng lúc'],
    carrier_pace: ['Too many for one member', 'Quá nhiều cho một thành viên'],
    campaign_pace: ['Too many for the campaign', 'Quá nhiều cho chiến dịch'],
    order_complete: ['Target reached', 'Đã đạt mục tiêu'],
    not_confirmed: ['Not confirmed', 'Không được xác nhận'],
    review: ['Refused in review', 'Bị từ chối khi xem xét'],
  } satisfies Record<'verified' | 'waiting' | VisitReason, Text>,
} satisfies Texts
