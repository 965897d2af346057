// What waits for an operator's judgement, and the menu, in English.
export const queuesEn = {
  menu: {
    queues: 'Queues',
    money: 'Money',
    people: 'People',
    site: 'Site',
    books: 'Books',
    staff: 'Staff and log',
  },
}
