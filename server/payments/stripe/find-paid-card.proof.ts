import '#tests/support/doubles/with-stripe.ts'
import '#server/payments/find-paid-card.test.ts'
