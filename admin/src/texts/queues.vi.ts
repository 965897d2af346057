// What waits for an operator's judgement, and the menu, in Vietnamese.
import type { queuesEn } from './queues.en.ts'
import type { Same } from './same.ts'

export const queuesVi: Same<typeof queuesEn> = {
  menu: {
    queues: 'Hàng chờ',
    money: 'Tiền',
    people: 'Thành viên',
    site: 'Trang web',
    books: 'Sổ sách',
    staff: 'Nhân viên và nhật ký',
  },
}
