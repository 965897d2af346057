import type { NoticeTexts } from '../notices.ts'

export default {
  notice_welcome_title: 'Bienvenue',
  notice_welcome_text:
    'Nous sommes heureux de vous compter parmi nous. Touchez le bouton rond pour recevoir votre première mission.',
  notice_order_success_title: 'Mission réussie',
  notice_order_success_text: '{brand} : {award} à encaisser.',
  notice_order_expired_title: 'Mission expirée',
  notice_order_expired_text:
    '{brand} : l’échéance est passée sans visite vérifiée. Cela ne vous a rien coûté.',
  notice_order_review_title: 'Mission en cours d’examen',
  notice_order_review_text:
    '{brand} : certaines visites paraissent inhabituelles et sont en cours d’examen. Sans nouvelles de notre part sous 72 heures, la mission est payée automatiquement.',
  notice_order_review_refused_title: 'Certaines visites ont été refusées',
  notice_order_review_refused_text:
    '{brand} : {reason} Vous pouvez contester sur la page de la mission. Une autre personne tranchera.',
  notice_objection_upheld_title: 'Votre contestation est acceptée',
  notice_objection_upheld_text: '{brand} : {added} de plus pour des visites qui avaient été refusées.',
  notice_objection_refused_title: 'Votre contestation n’est pas acceptée',
  notice_objection_refused_text: '{brand} : les visites restent refusées. Motif : {reason}',
  notice_award_title: 'Récompense encaissée',
  notice_award_text: '{brand} : {award} sur votre solde.',
  notice_level_bought_title: 'Vous êtes maintenant au {level}',
  notice_level_bought_text: 'Vous avez payé {fee}. Remboursement intégral possible jusqu’au {until}.',
  notice_award_automatic_title: 'Récompense versée automatiquement',
  notice_award_automatic_text:
    '{brand} : récompense de {award} non encaissée depuis 30 jours, versée sur votre solde.',
  notice_level_earned_title: 'Vous avez obtenu le {level}',
  notice_level_earned_text: 'Vos missions vérifiées vous donnent droit à ce niveau gratuitement.',
  notice_level_gives_less_title: '{level} offre désormais moins d’avantages',
  notice_level_gives_less_text:
    'Les missions et campagnes déjà commencées gardent leurs conditions. Vous pouvez résilier le niveau à tout moment : les frais vous sont remboursés, moins les avantages reçus.',
  notice_level_refunded_title: 'Rétractation confirmée',
  notice_level_refunded_text:
    'Rétractation du contrat pour {level} le {at}. {refunded} sur votre solde. Référence {reference}.',
  notice_level_fee_returned_title: 'Frais de niveau remboursés',
  notice_level_fee_returned_text:
    'Remboursement de {refunded} sur votre solde, au titre des frais du {level}.',
  notice_password_changed_title: 'Mot de passe modifié',
  notice_password_changed_text:
    'Toutes les autres sessions ont été déconnectées. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_session_reused_title: 'Une session a été fermée',
  notice_session_reused_text:
    'Sa clé de connexion a servi deux fois : quelqu’un l’a peut-être copiée. Reconnectez-vous. En cas de doute, changez de mot de passe.',
  notice_one_time_codes_on_title: 'Codes à usage unique activés',
  notice_one_time_codes_on_text:
    'La connexion par mot de passe demande désormais un code. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_one_time_codes_off_title: 'Codes à usage unique désactivés',
  notice_one_time_codes_off_text:
    'Votre mot de passe suffit désormais pour vous connecter. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_recovery_codes_made_title: 'Nouveaux codes de secours',
  notice_recovery_codes_made_text:
    'Vos anciens codes ne fonctionnent plus. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_recovery_code_used_title: 'Un code de secours a été utilisé',
  notice_recovery_code_used_text:
    'Codes restants : {left}. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_passkey_added_title: 'Clé d’accès ajoutée',
  notice_passkey_added_text:
    '{name} permet désormais de se connecter. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_passkey_removed_title: 'Clé d’accès supprimée',
  notice_passkey_removed_text:
    '{name} ne permet plus de se connecter. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_email_changed_title: 'Adresse e-mail confirmée',
  notice_email_changed_text:
    'Votre adresse e-mail est désormais {email}. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_email_removed_title: 'Adresse e-mail supprimée',
  notice_email_removed_text:
    'Vous ne pouvez plus réinitialiser votre mot de passe par e-mail. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_phone_changed_title: 'Numéro de téléphone modifié',
  notice_phone_changed_text:
    'Votre numéro est désormais le {phone}. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_locked_for_conduct_title: 'Votre compte a été verrouillé',
  notice_locked_for_conduct_text:
    'Motif : {reason} Vous pouvez toujours vous connecter, tout consulter et retirer ce qui vous appartient. Pour contester, contactez l’assistance.',
  notice_locked_for_security_title: 'Votre compte a été verrouillé pour votre sécurité',
  notice_locked_for_security_text:
    'Motif : {reason} Toutes les sessions sont fermées, personne ne peut se connecter et les retraits sont suspendus. Les modifications récentes ont été annulées. Pour retrouver l’accès, choisissez un nouveau mot de passe avec un code de secours ou un lien reçu par e-mail, ou contactez l’assistance.',
  notice_security_lock_ended_title: 'Votre compte n’est plus verrouillé',
  notice_security_lock_ended_text:
    'Votre compte de versement est celui d’avant le verrouillage ; les retraits restent suspendus 24 heures. Choisissez un nouveau mot de passe avant de vous connecter, puis créez de nouveaux codes de secours et de nouvelles clés d’accès.',
  notice_security_lock_confirmed_title: 'Votre compte reste verrouillé',
  notice_security_lock_confirmed_text:
    'Une deuxième personne de notre équipe a confirmé le verrouillage jusqu’au {until}. Pour retrouver l’accès, contactez l’assistance.',
  notice_bank_put_back_title: 'Compte de versement rétabli',
  notice_bank_put_back_text:
    'Les retraits sont de nouveau versés sur {account}, comme avant le verrouillage.',
  notice_bank_removed_title: 'Compte de versement supprimé',
  notice_bank_removed_text:
    'Il n’y avait aucun compte de versement avant le verrouillage. Ajoutez le vôtre à votre prochaine connexion.',
  notice_unlocked_title: 'Votre compte a été déverrouillé',
  notice_unlocked_text: 'Vous pouvez de nouveau tout utiliser.',
  notice_campaign_finished_title: 'Campagne terminée',
  notice_campaign_finished_text:
    '{brand} : le montant non dépensé, {refunded}, a été remboursé sur votre solde.',
  notice_campaign_rejected_title: 'Campagne refusée',
  notice_campaign_rejected_text: '{brand} : {reason} Remboursement de {refunded} sur votre solde.',
  notice_campaign_approved_title: 'Campagne approuvée',
  notice_campaign_approved_text: '{brand} : les membres peuvent maintenant accepter ses missions.',
  notice_campaign_paused_title: 'Campagne mise en pause par notre équipe',
  notice_campaign_paused_text:
    '{brand} : {reason} Votre argent reste sur le compte séquestre. Vous pouvez annuler à tout moment.',
  notice_campaign_resumed_title: 'Campagne de nouveau active',
  notice_campaign_resumed_text: '{brand} : après un nouvel examen, la campagne est active.',
  notice_campaign_taken_down_title: 'Campagne retirée',
  notice_campaign_taken_down_text:
    '{brand} : {reason} Ce que les missions déjà acceptées ne gagnent pas est remboursé sur votre solde.',
  notice_campaign_pause_lifted_title: 'Pause levée',
  notice_campaign_pause_lifted_text:
    '{brand} : nous avons levé notre pause. Vous aviez aussi mis la campagne en pause : elle repart quand vous la reprenez.',
  notice_campaign_cancelled_title: 'Campagne annulée',
  notice_campaign_cancelled_text:
    '{brand} : sa dernière mission est terminée. Total remboursé sur votre solde : {refunded}.',
  notice_deposit_credited_title: 'Dépôt reçu',
  notice_deposit_credited_text: '{amount} sur votre solde. Référence {reference}.',
  notice_deposit_expired_title: 'Dépôt expiré',
  notice_deposit_expired_text:
    'Aucun virement avec la référence {reference} n’est arrivé. Si vous l’avez envoyé, il sera tout de même crédité.',
  notice_deposit_refused_title: 'Dépôt refusé',
  notice_deposit_refused_text: 'Le dépôt {reference} a été refusé. Motif : {reason}',
  notice_withdrawal_requested_title: 'Retrait demandé',
  notice_withdrawal_requested_text:
    '{amount} vers {account}. Si ce n’était pas vous, annulez-le et changez immédiatement votre mot de passe.',
  notice_withdrawal_approved_title: 'Retrait approuvé',
  notice_withdrawal_approved_text: 'Un virement de {amount} sera envoyé vers {account}.',
  notice_withdrawal_sent_title: 'Retrait envoyé',
  notice_withdrawal_sent_text: 'Un virement de {amount} a été envoyé vers {account}. Référence {reference}.',
  notice_withdrawal_paid_title: 'Retrait versé',
  notice_withdrawal_paid_text: 'Le virement de {amount} est arrivé sur {account}.',
  notice_withdrawal_returned_title: 'Retrait renvoyé',
  notice_withdrawal_returned_text:
    'La banque a renvoyé {amount}. Motif : {reason} L’argent est de nouveau disponible.',
  notice_withdrawal_refused_title: 'Retrait refusé',
  notice_withdrawal_refused_text:
    'Le virement de {amount} n’a pas été envoyé. Motif : {reason} L’argent est de nouveau disponible.',
  notice_bank_added_title: 'Coordonnées bancaires enregistrées',
  notice_bank_added_text:
    'Les retraits vont désormais vers {account}. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_bank_changed_title: 'Coordonnées bancaires modifiées',
  notice_bank_changed_text:
    'Les retraits vont désormais vers {account} et sont suspendus jusqu’au {until}. Si ce n’était pas vous, contactez immédiatement l’assistance.',
  notice_broadcast_title: '{title}',
  notice_broadcast_text: '{text}',
  mail_password_subject: 'Choisissez un nouveau mot de passe pour {site}',
  mail_password_text:
    'Bonjour {username},\n\nOuvrez ce lien dans les 30 minutes pour choisir un nouveau mot de passe :\n{link}\n\nSi vous n’avez rien demandé, ignorez cet e-mail. Votre mot de passe reste inchangé.',
  mail_address_left_subject: 'Votre adresse e-mail pour {site} a été supprimée',
  mail_address_left_text:
    'Bonjour {username},\n\nCette adresse n’est plus associée à votre compte. Pendant une semaine encore, elle ne reçoit que les e-mails de sécurité.\n\nSi vous n’êtes pas à l’origine de ce changement, quelqu’un d’autre a peut-être accès à votre compte : changez votre mot de passe, déconnectez toutes les autres sessions et contactez immédiatement l’assistance.\n{link}',
  mail_email_subject: 'Confirmez votre adresse e-mail pour {site}',
  mail_email_text:
    'Bonjour {username},\n\nOuvrez ce lien dans les 24 heures pour confirmer cette adresse pour votre compte :\n{link}\n\nSi vous n’avez rien demandé, ignorez cet e-mail.',
  level_number: 'Niveau {number}',
  push_text: 'À lire dans {site}.',
  mail_notice_text:
    'Bonjour {username},\n\n{text}\n\n{link}\n\n—\nVous recevez cet e-mail parce que vous avez activé les notifications par e-mail. Pour les désactiver :\n{settings}',
  mail_security_text:
    'Bonjour {username},\n\n{text}\n\n{link}\n\nSi ce n’était pas vous, changez immédiatement votre mot de passe et déconnectez toutes les autres sessions.\n\n—\nLes e-mails de sécurité concernant votre compte sont toujours envoyés.',
} satisfies NoticeTexts
