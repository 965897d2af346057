// The link page in Vietnamese.
import type { PageTexts } from '../page-texts.ts'

export const vn: PageTexts = {
  demo: 'Bản demo: nhà quảng cáo hư cấu, không có tiền thật',
  sponsored: 'Được tài trợ',
  advertiser: 'Nhà quảng cáo: {brand}',
  reward: 'Thành viên chia sẻ liên kết này sẽ nhận thưởng nếu bạn tiếp tục.',
  continue_to: 'Tiếp tục đến {host}',
  privacy: 'Lượt truy cập được ghi nhận mà không lưu địa chỉ IP của bạn.',
  unknown_title: 'Liên kết này không tồn tại',
  unknown_text: 'Hãy kiểm tra xem bạn đã sao chép đủ địa chỉ chưa, hoặc xin người chia sẻ một liên kết mới.',
  ended_title: 'Lượt chia sẻ này đã kết thúc',
  ended_text: 'Đơn của liên kết này đã khép lại nên không còn phát sinh phần thưởng.',
  retry_title: 'Xin chờ một chút',
  retry_text: 'Hiện chưa mở được trang này. Vui lòng thử lại sau giây lát.',
  retry: 'Thử lại',
}
