import type { Texts } from './language.ts'

export const levels = {
  levels: {
    title: ['Levels', 'Hạng'],
    why: [
      'Lowest first. Changes apply from now on: existing offers and orders keep their rate, earned levels stay, and paid fees remain refundable, less the benefits received.',
      'Thấp nhất trước. Thay đổi áp dụng từ bây giờ: đơn gợi ý và đơn hiện có giữ nguyên tỷ lệ, hạng đã đạt được giữ nguyên, và phí đã trả vẫn được hoàn, trừ đi quyền lợi đã nhận.',
    ],
    name: ['Name', 'Tên'],
    joining_fee: ['Fee', 'Phí'],
    bonus_ads: ['Bonus from %', 'Thưởng thêm từ %'],
    max_bonus: ['to %', 'đến %'],
    number_ads: ['Turns a day', 'Lượt mỗi ngày'],
    orders_to_earn: ['Orders to earn', 'Đạt được sau số đơn'],
    earn_quality: ['Verified %', 'Được xác minh %'],
    members: ['Members (paid)', 'Thành viên (đã trả phí)'],
    in_use: ['%{members} (%{bought})', '%{members} (%{bought})'],
    in_use_in_words: [
      'members: %{members}, paid: %{bought}',
      'thành viên: %{members}, đã trả phí: %{bought}',
    ],
    is_new: ['new', 'mới'],
    add: ['Add a level', 'Thêm hạng'],
    place_of: ['Position', 'Thứ tự'],
    up: ['Move up', 'Chuyển lên'],
    down: ['Move down', 'Chuyển xuống'],
    remove: ['Remove', 'Xóa'],
    review: ['Review and propose', 'Xem lại và đề xuất'],
    discard: ['Discard changes', 'Bỏ thay đổi'],
    seen_now: ['As members see it', 'Như thành viên đang thấy'],
    seen_then: ['As members will see it', 'Như thành viên sẽ thấy'],
    unlock: ['Unlock', 'Mở khóa'],
    turns_a_day: [
      '%{smart_count} turn a day |||| %{smart_count} turns a day',
      '%{smart_count} lượt mỗi ngày',
    ],
    bonus_and_discount: ['%{range} bonus and discount', 'thưởng thêm và giảm giá %{range}'],
    earned_by: [
      'earned with %{orders} orders at %{quality}\u00a0% verified',
      'đạt được sau %{orders} đơn với %{quality}% được xác minh',
    ],
    position: ['Level at position %{at}', 'Hạng ở vị trí %{at}'],
    promised: [
      'Highest bonus %{highest_bonus}\u00a0% + highest discount %{highest_discount}\u00a0% = %{sum}\u00a0%, paid from the service fee of %{service_fee}\u00a0%.',
      'Thưởng thêm cao nhất %{highest_bonus}% + giảm giá cao nhất %{highest_discount}% = %{sum}%, trả từ phí dịch vụ %{service_fee}%.',
    ],
    concerned: ['Changes and members affected:', 'Các thay đổi và số thành viên liên quan:'],
    worse: [
      'Members who paid for a level that now has fewer benefits keep the terms of open offers and orders. They can get the fee refunded: in full within 14 days, then less the benefits received.',
      'Thành viên đã trả phí cho hạng nay ít quyền lợi hơn vẫn giữ điều kiện của các đơn gợi ý và đơn đang mở. Họ có thể được hoàn phí: toàn bộ trong 14 ngày, sau đó trừ đi quyền lợi đã nhận.',
    ],
    effects: {
      new: ['new', 'mới'],
      removed: ['removed', 'bị xóa'],
      gives_more: ['more benefits', 'nhiều quyền lợi hơn'],
      gives_less: ['fewer benefits', 'ít quyền lợi hơn'],
      fee: ['new fee for new purchases', 'phí mới cho lần mua mới'],
      earning: ['new requirements to earn it', 'điều kiện đạt được mới'],
      order: ['new position', 'vị trí mới'],
      name: ['new name', 'tên mới'],
    },
  },
} satisfies Texts
