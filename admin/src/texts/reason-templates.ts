// Reasons that members read, ready in each of their languages: an operator picks one and may change it.
import type { Locale } from '@fairturn/contract/locales'

export type TemplateKind =
  | 'deposit'
  | 'campaign'
  | 'visits'
  | 'lock'
  | 'unlock'
  | 'refund'
  | 'return'
  | 'acted_on'
  | 'not_acted_on'
  | 'later'

export const REASON_TEMPLATES: Readonly<
  Record<TemplateKind, Readonly<Record<string, Readonly<Record<Locale, string>>>>>
> = {
  deposit: {
    not_arrived: {
      vn: 'Khoản chuyển này chưa đến tài khoản của chúng tôi. Nếu bạn đã chuyển, hãy hỏi ngân hàng của bạn.',
      en: 'This transfer has not arrived in our account. If you sent it, please ask your bank.',
      jp: 'このお振込みは当社の口座で確認できませんでした。お手続き済みの場合は、ご利用の銀行にお問い合わせください。',
      kr: '이 이체는 저희 계좌에 입금되지 않았습니다. 이미 보냈다면 이용 중인 은행에 문의해 주세요.',
      cn: '我们的账户尚未收到这笔转账。如果您已经汇款，请联系您的银行。',
      rs: 'Ova uplata nije stigla na naš račun. Ako ste je poslali, obratite se svojoj banci.',
      fr: 'Ce virement n’est pas arrivé sur notre compte. Si vous l’avez envoyé, renseignez-vous auprès de votre banque.',
    },
    announced_twice: {
      vn: 'Khoản nạp này đã được báo hai lần. Khoản kia vẫn còn hiệu lực.',
      en: 'This deposit was announced twice. The other one stays valid.',
      jp: 'このお振込みは二重に申請されています。もう一方の申請は有効です。',
      kr: '이 입금은 두 번 신청되었습니다. 다른 신청은 그대로 유효합니다.',
      cn: '这笔充值申请了两次，另一笔申请仍然有效。',
      rs: 'Ova uplata je najavljena dva puta. Druga najava ostaje važeća.',
      fr: 'Ce dépôt a été annoncé deux fois. L’autre annonce reste valable.',
    },
  },
  campaign: {
    landing_differs: {
      vn: 'Trang đích không hiển thị những gì quảng cáo nói. Hãy sửa một trong hai và gửi lại.',
      en: 'The landing page does not show what the advertisement says. Please change one of them and submit it again.',
      jp: 'リンク先のページの内容が広告の内容と一致していません。どちらかを修正して再度お申し込みください。',
      kr: '랜딩 페이지의 내용이 광고 내용과 다릅니다. 둘 중 하나를 수정한 후 다시 제출해 주세요.',
      cn: '落地页的内容与广告所述不符。请修改其中之一后重新提交。',
      rs: 'Odredišna stranica ne prikazuje ono što oglas navodi. Izmenite jedno od toga i pošaljite ponovo.',
      fr: 'La page de destination ne montre pas ce que dit l’annonce. Modifiez l’une des deux et soumettez-la à nouveau.',
    },
    promise: {
      vn: 'Quảng cáo hứa hẹn lợi nhuận hoặc kết quả không thể chứng minh. Hãy bỏ lời hứa đó và gửi lại.',
      en: 'The advertisement promises gains or results that nobody can prove. Please remove the promise and submit it again.',
      jp: '広告に、証明できない利益や効果の約束が含まれています。該当箇所を削除して再度お申し込みください。',
      kr: '광고가 입증할 수 없는 수익이나 결과를 약속하고 있습니다. 해당 문구를 삭제한 후 다시 제출해 주세요.',
      cn: '广告承诺了无法证实的收益或效果。请删除该承诺后重新提交。',
      rs: 'Oglas obećava dobit ili rezultate koje niko ne može da dokaže. Uklonite to obećanje i pošaljite ponovo.',
      fr: 'L’annonce promet des gains ou des résultats que rien ne prouve. Retirez cette promesse et soumettez-la à nouveau.',
    },
  },
  acted_on: {
    stopped: {
      vn: 'Chúng tôi đã xem xét và dừng quảng cáo này. Cảm ơn bạn đã báo cáo.',
      en: 'We looked at this advertisement and stopped it. Thank you for the report.',
      jp: 'この広告を確認し、配信を停止しました。通報ありがとうございました。',
      kr: '이 광고를 확인하고 중지했습니다. 신고해 주셔서 감사합니다.',
      cn: '我们已核查此广告并将其停止。感谢您的举报。',
      rs: 'Pregledali smo ovaj oglas i zaustavili ga. Hvala na prijavi.',
      fr: 'Nous avons examiné cette publicité et l’avons arrêtée. Merci pour votre signalement.',
    },
    carrier: {
      vn: 'Quảng cáo không có gì sai, nhưng cách chia sẻ thì có. Chúng tôi đã xử lý thành viên chia sẻ liên kết.',
      en: 'The advertisement is in order, but the way it was shared was not. We took action against the member who shared it.',
      jp: '広告の内容に問題はありませんでしたが、共有の方法に問題がありました。共有した会員に対応しました。',
      kr: '광고에는 문제가 없었지만 공유 방식에 문제가 있었습니다. 공유한 회원에게 조치했습니다.',
      cn: '广告本身没有问题，但分享方式不当。我们已对分享的会员采取措施。',
      rs: 'Oglas je u redu, ali način na koji je podeljen nije. Preduzeli smo mere prema članu koji ga je podelio.',
      fr: 'La publicité est correcte, la façon de la partager ne l’était pas. Nous sommes intervenus auprès du membre concerné.',
    },
  },
  not_acted_on: {
    in_order: {
      vn: 'Chúng tôi đã xem xét quảng cáo và trang đích, và không thấy vi phạm nào.',
      en: 'We looked at the advertisement and its page, and found no breach of our rules.',
      jp: '広告とリンク先のページを確認しましたが、規則への違反は見つかりませんでした。',
      kr: '광고와 연결된 페이지를 확인했으나 규칙 위반을 발견하지 못했습니다.',
      cn: '我们核查了广告及其页面，未发现违反规则之处。',
      rs: 'Pregledali smo oglas i njegovu stranicu i nismo našli kršenje pravila.',
      fr: 'Nous avons examiné la publicité et sa page, sans constater d’infraction à nos règles.',
    },
    unclear: {
      vn: 'Báo cáo không đủ thông tin để kiểm tra. Bạn có thể báo cáo lại liên kết và cho biết điều gì không ổn.',
      en: 'The report did not say enough to check it. You can report the link again and say what is wrong.',
      jp: '通報の内容だけでは確認できませんでした。問題の内容を添えて、もう一度通報してください。',
      kr: '신고 내용만으로는 확인하기 어려웠습니다. 무엇이 문제인지 적어 다시 신고해 주세요.',
      cn: '举报内容不足以核查。您可以说明具体问题后重新举报。',
      rs: 'Prijava nije sadržala dovoljno podataka za proveru. Možete ponovo prijaviti link i navesti šta nije u redu.',
      fr: 'Le signalement n’était pas assez précis pour être vérifié. Vous pouvez signaler à nouveau le lien en indiquant le problème.',
    },
  },
  visits: {
    one_source: {
      vn: 'Nhiều lượt truy cập đến từ cùng một thiết bị hoặc mạng, nên không được tính là người khác nhau.',
      en: 'Many of these visits came from the same device or network, so they do not count as different people.',
      jp: 'これらの訪問の多くは同じ端末またはネットワークからのもので、別々の訪問者とは認められませんでした。',
      kr: '많은 방문이 같은 기기나 네트워크에서 발생하여 서로 다른 방문자로 집계되지 않았습니다.',
      cn: '其中许多访问来自同一设备或网络，因此不能计为不同的访客。',
      rs: 'Mnoge od ovih poseta dolaze sa istog uređaja ili mreže, pa se ne računaju kao različite osobe.',
      fr: 'Beaucoup de ces visites viennent du même appareil ou réseau\u202f: elles ne comptent pas comme des personnes différentes.',
    },
    evidence_stands: {
      vn: 'Chúng tôi đã xem lại từng lượt truy cập. Bằng chứng ban đầu vẫn đúng.',
      en: 'We looked at each visit again. The evidence of the first decision stands.',
      jp: '各訪問を改めて確認しましたが、当初の判断の根拠に変わりはありませんでした。',
      kr: '각 방문을 다시 확인했지만 최초 결정의 근거는 그대로 유지됩니다.',
      cn: '我们重新复核了每次访问，最初决定所依据的证据仍然成立。',
      rs: 'Ponovo smo pregledali svaku posetu. Dokazi prve odluke ostaju na snazi.',
      fr: 'Nous avons réexaminé chaque visite. Les éléments de la première décision restent valables.',
    },
  },
  lock: {
    lost_phone: {
      vn: 'Bạn báo đã mất điện thoại. Chúng tôi khóa tài khoản để không ai khác vào được.',
      en: 'You told us that you lost your phone. We locked the account so that nobody else gets in.',
      jp: '端末を紛失されたとのご連絡を受け、第三者が利用できないようにアカウントをロックしました。',
      kr: '휴대전화를 분실했다는 연락을 받아 다른 사람이 접속하지 못하도록 계정을 잠갔습니다.',
      cn: '您告知我们手机已丢失，为防止他人登录，我们已锁定此账户。',
      rs: 'Javili ste nam da ste izgubili telefon. Zaključali smo nalog da niko drugi ne bi ušao.',
      fr: 'Vous nous avez signalé la perte de votre téléphone. Nous avons verrouillé le compte pour que personne d’autre n’y accède.',
    },
    unusual_sign_in: {
      vn: 'Chúng tôi thấy lần đăng nhập bất thường vào tài khoản và khóa lại để bảo vệ tiền của bạn.',
      en: 'We saw an unusual sign-in to this account and locked it to protect your money.',
      jp: 'このアカウントへの通常と異なるログインを検知したため、残高を守るためにロックしました。',
      kr: '이 계정에서 평소와 다른 로그인이 확인되어 회원님의 자금을 보호하기 위해 잠갔습니다.',
      cn: '我们发现此账户有异常登录，为保护您的资金已将其锁定。',
      rs: 'Primetili smo neuobičajenu prijavu na ovaj nalog i zaključali ga da bismo zaštitili vaš novac.',
      fr: 'Nous avons constaté une connexion inhabituelle à ce compte et l’avons verrouillé pour protéger votre argent.',
    },
    own_visits: {
      vn: 'Một người dùng nhiều tài khoản để tự tạo lượt truy cập cho liên kết của mình.',
      en: 'One person used several accounts to make visits to their own links.',
      jp: '一人が複数のアカウントを使い、自分のリンクへの訪問を作り出していました。',
      kr: '한 사람이 여러 계정을 사용해 자신의 링크에 대한 방문을 만들었습니다.',
      cn: '同一人使用多个账户为自己的链接制造访问。',
      rs: 'Jedna osoba je koristila više naloga da bi pravila posete sopstvenim linkovima.',
      fr: 'Une seule personne a utilisé plusieurs comptes pour créer des visites vers ses propres liens.',
    },
  },
  refund: {
    our_mistake: {
      vn: 'Do lỗi của chúng tôi, bạn đã không nhận được những gì đã trả tiền. Chúng tôi hoàn lại số tiền này.',
      en: 'Through a mistake of ours you did not get what you paid for. We refund this amount.',
      jp: '当社の不手際により、お支払いいただいた内容をご提供できませんでした。この金額を返金いたします。',
      kr: '저희의 실수로 결제한 내용을 제공해 드리지 못했습니다. 해당 금액을 환불해 드립니다.',
      cn: '由于我们的失误，您未能获得所付款的内容。我们将退还这笔金额。',
      rs: 'Našom greškom niste dobili ono što ste platili. Vraćamo vam ovaj iznos.',
      fr: 'À la suite d’une erreur de notre part, vous n’avez pas reçu ce que vous aviez payé. Nous vous remboursons ce montant.',
    },
    late_decision: {
      vn: 'Chúng tôi đã quyết định quá muộn về việc này. Chúng tôi hoàn lại số tiền này để bù đắp cho bạn.',
      en: 'We decided about this too late. We refund this amount to make up for it.',
      jp: '本件の判断が遅くなりました。お詫びとして、この金額を返金いたします。',
      kr: '이 건에 대한 결정이 너무 늦어졌습니다. 사과의 뜻으로 해당 금액을 환불해 드립니다.',
      cn: '我们对此事的处理过晚。为表歉意，我们将退还这笔金额。',
      rs: 'O ovome smo odlučili prekasno. Vraćamo vam ovaj iznos kao nadoknadu.',
      fr: 'Nous avons pris cette décision trop tard. Nous vous remboursons ce montant en compensation.',
    },
  },
  return: {
    for_nobody_here: {
      vn: 'Khoản chuyển không thuộc về thành viên nào ở đây: không có mã tham chiếu, tên hay số tiền nào khớp.',
      en: 'The payment belongs to no member here: no reference, name or amount matches one.',
      jp: '該当する会員が見つかりません。参照番号、名義、金額のいずれも一致しません。',
      kr: '해당하는 회원이 없습니다. 참조 번호, 이름, 금액이 모두 일치하지 않습니다.',
      cn: '此款项不属于任何会员：参考号、姓名和金额均不匹配。',
      rs: 'Uplata ne pripada nijednom članu: ne poklapa se ni poziv na broj, ni ime, ni iznos.',
      fr: 'Ce paiement ne concerne personne ici\u202f: ni la référence, ni le nom, ni le montant ne correspondent à un membre.',
    },
    sender_asked: {
      vn: 'Người gửi đã báo chuyển nhầm và yêu cầu nhận lại tiền.',
      en: 'The sender told us that it was sent by mistake and asked to have it back.',
      jp: '送金元から誤送金の連絡があり、返金を求められています。',
      kr: '보낸 사람이 잘못 송금했다고 알리며 반환을 요청했습니다.',
      cn: '汇款人告知此款系误汇，并要求退回。',
      rs: 'Pošiljalac nam je javio da je uplata poslata greškom i tražio da mu se vrati.',
      fr: 'L’expéditeur nous a signalé un envoi par erreur et a demandé à être remboursé.',
    },
  },
  unlock: {
    identity_confirmed: {
      vn: 'Bạn đã xác nhận với chúng tôi rằng đây là tài khoản của bạn. Tài khoản hoạt động trở lại.',
      en: 'You confirmed to us that this account is yours. It works again.',
      jp: 'ご本人のアカウントであることを確認しました。再びご利用いただけます。',
      kr: '본인의 계정임이 확인되었습니다. 계정을 다시 이용할 수 있습니다.',
      cn: '您已向我们确认此账户属于您，账户现已恢复使用。',
      rs: 'Potvrdili ste nam da je ovaj nalog vaš. Nalog ponovo radi.',
      fr: 'Vous nous avez confirmé que ce compte est le vôtre. Il fonctionne à nouveau.',
    },
    suspicion_unfounded: {
      vn: 'Chúng tôi đã xem lại và không thấy điều gì sai. Chúng tôi xin lỗi vì đã khóa tài khoản.',
      en: 'We looked again and found nothing wrong. We are sorry that the account was locked.',
      jp: '改めて確認したところ、問題は見つかりませんでした。ロックによりご不便をおかけし、申し訳ありません。',
      kr: '다시 확인한 결과 문제가 발견되지 않았습니다. 계정을 잠가 불편을 드려 죄송합니다.',
      cn: '我们重新复核后没有发现问题。对于锁定您的账户，我们深表歉意。',
      rs: 'Ponovo smo proverili i nismo našli ništa sporno. Žao nam je što je nalog bio zaključan.',
      fr: 'Après un nouvel examen, nous n’avons rien trouvé d’anormal. Nous regrettons d’avoir verrouillé ce compte.',
    },
  },
  later: {
    waits_for_bank: {
      vn: 'Chúng tôi đã hỏi ngân hàng và đang chờ câu trả lời trước khi trả lời bạn.',
      en: 'We have asked the bank and are waiting for its answer before we answer you.',
      jp: '銀行に照会中です。回答が届き次第ご連絡いたします。',
      kr: '은행에 문의하고 회신을 기다리고 있습니다. 회신을 받은 뒤 답변드리겠습니다.',
      cn: '我们已向银行查询，收到其回复后再答复您。',
      rs: 'Pitali smo banku i čekamo njen odgovor pre nego što odgovorimo vama.',
      fr: 'Nous avons interrogé la banque et attendons sa réponse avant de vous répondre.',
    },
    still_looking: {
      vn: 'Chúng tôi vẫn đang xem lại từng chi tiết và cần thêm thời gian để trả lời chính xác.',
      en: 'We are still going through every detail and need more time for a correct answer.',
      jp: '内容を一つずつ確認しており、正確な回答のためにもう少しお時間をいただきます。',
      kr: '내용을 하나하나 확인하고 있으며, 정확한 답변을 위해 시간이 더 필요합니다.',
      cn: '我们仍在逐项核实，需要更多时间才能给出准确的答复。',
      rs: 'Još pregledamo svaki detalj i treba nam više vremena za tačan odgovor.',
      fr: 'Nous vérifions encore chaque détail et avons besoin de plus de temps pour une réponse exacte.',
    },
  },
}
