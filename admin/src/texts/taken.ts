import type { Texts } from './language.ts'

export const taken = {
  taken: {
    take: ['Take', 'Nhận xử lý'],
    take_over: ['Take over', 'Nhận lại'],
    release: ['Give back', 'Trả lại'],
    mine: ['You are working on this', 'Bạn đang xử lý mục này'],
    by: ['%{by} is working on this', '%{by} đang xử lý'],
  },
} satisfies Texts
