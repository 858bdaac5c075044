import '#tests/support/doubles/with-stripe.ts'
import '#server/orders/cancel-order.test.ts'
import '#server/orders/cancel-order.proof.ts'
