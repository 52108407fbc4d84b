DROP INDEX conversions_by_content;
DROP INDEX conversions_of_content;
DROP TABLE request_answers;
DROP TABLE content_requests;
