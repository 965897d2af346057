import type { LinkTexts } from '../links.ts'

export default {
  demo: 'Demo: nhà quảng cáo mẫu, không có tiền thật',
  sponsored: 'Được tài trợ',
  advertiser: 'Nhà quảng cáo: {brand}',
  reward: 'Thành viên chia sẻ liên kết này sẽ nhận thưởng nếu bạn tiếp tục.',
  continue_to: 'Tiếp tục đến {host}',
  privacy: 'Lượt truy cập của bạn được tính mà không lưu địa chỉ IP.',
  unknown_title: 'Liên kết này không hoạt động',
  unknown_text:
    'Vui lòng kiểm tra xem bạn đã sao chép đủ địa chỉ chưa, hoặc xin người chia sẻ một liên kết mới.',
  ended_title: 'Liên kết này đã kết thúc',
  ended_text: 'Đơn của liên kết này đã kết thúc nên không còn tiền thưởng.',
  retry_title: 'Vui lòng chờ một chút',
  retry_text: 'Hiện chưa mở được trang này. Vui lòng thử lại sau giây lát.',
  retry: 'Thử lại',
  disclosure: 'Quảng cáo. Tôi nhận thưởng khi bạn ghé thăm qua liên kết này.',
} satisfies LinkTexts
